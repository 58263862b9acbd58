// What a script would do: JSON.parse of each line, groups in a Map, a table of advantages.
//   node parse.mjs FILE OUT

import { writeFileSync } from 'node:fs';
import { readLines } from './read-lines.mjs';

const [file, out] = process.argv.slice(2);
const groups = new Map();
const rows = [];
await readLines(file, take);

for (const rewards of groups.values()) {
  const mean = rewards.reduce((sum, x) => sum + x, 0) / rewards.length;
  const squares = rewards.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  const std = Math.sqrt(squares / rewards.length);
  rewards.mean = mean;
  rewards.divisor = std + 1e-6;
}
const lines = rows.map(([group, role, reward], i) => {
  const { mean, divisor } = groups.get(group);
  return `${i + 1}\t${group}\t${role}\t${reward}\t${(reward - mean) / divisor}\n`;
});
writeFileSync(out, `line\tgroup\trole\treward\tadvantage\n${lines.join('')}`);

function take(line) {
  const record = JSON.parse(line);
  const { _ng_task_index: group, agent_ref, reward } = record;
  rows.push([group, agent_ref.name, reward]);
  const rewards = groups.get(group);
  if (rewards) rewards.push(reward);
  else groups.set(group, [reward]);
}
