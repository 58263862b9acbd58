// The least that `upperhand inspect` says, by JSON.parse of each line: how many rollouts and groups, and means of rewards and of
// how many characters the policy wrote.
//   node parse-inspect.mjs FILE OUT

import { writeFileSync } from 'node:fs';
import { readLines } from './read-lines.mjs';

const [file, out] = process.argv.slice(2);
const groups = new Map();
const rewards = [];
const lengths = [];
await readLines(file, (line) => {
  const { _ng_task_index: group, reward, response } = JSON.parse(line);
  groups.set(group, (groups.get(group) ?? 0) + 1);
  rewards.push(reward);
  lengths.push(response.output.reduce((sum, item) => sum + written(item), 0));
});

function written({ type, role, content, arguments: call }) {
  if (type === 'function_call') return call.length;
  if (type !== 'message' || role !== 'assistant') return 0;
  return content.reduce((sum, { text }) => sum + text.length, 0);
}

const mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
const said = { rollouts: rewards.length, groups: groups.size };
writeFileSync(out, JSON.stringify({ ...said, reward: mean(rewards), chars: mean(lengths) }));
