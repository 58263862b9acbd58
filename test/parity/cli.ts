/**
 * Runs all golden files of a folder over all kernels: `npm run parity -- DIR`. Prints a line for each file and kernel;
 * exit code 1 when a record fails, 2 when the folder has no golden file. `--list` writes the deliberate differences
 * found in DIR, by the rules, to differences.json.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernelsTable } from '../support/kernels-table.ts';
import { type DifferenceList, type ListedDifference, runTopic } from './run-topic.ts';
import { topicOf } from './topics/index.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const differencesFile = here('differences.json');
const args = process.argv.slice(2);
const listing = args.includes('--list');
const dir = args.find((arg) => !arg.startsWith('--')) ?? here('golden');

const files = existsSync(dir)
  ? readdirSync(dir)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
  : [];
if (files.length === 0) {
  console.error(`parity: ${dir} has no .jsonl files`);
  process.exit(2);
}
const list: DifferenceList = listing ? {} : JSON.parse(readFileSync(differencesFile, 'utf8'));
const found: Record<string, Record<string, ListedDifference>> = {};
const failures: string[] = [];
const row = (...cells: (string | number)[]): void =>
  console.log(
    cells
      .map((cell, i) => (i < 2 ? String(cell).padEnd(28 - 14 * i) : String(cell).padStart(9)))
      .join(' '),
  );

row('file', 'kernel', 'records', 'exact', 'listed', 'by rule', 'failed');
for (const file of files) {
  const topic = topicOf(file);
  if (!topic) {
    row(file, '–', 'not read');
    continue;
  }
  const lines = readFileSync(join(dir, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  for (const kernels of kernelsTable) {
    const report = runTopic(topic, lines, kernels, list);
    const byRule = Object.entries(report.byRule);
    const excused = byRule.reduce((total, [, count]) => total + count, 0);
    row(
      file,
      kernels.name,
      report.records,
      report.exact,
      report.listed,
      excused,
      report.failures.length,
    );
    if (byRule.length > 0)
      console.log(
        `    by rule: ${byRule.map(([reason, count]) => `${reason} ${count}`).join(', ')}`,
      );
    failures.push(...report.failures);
    if (Object.keys(report.differences).length > 0) found[topic.name] = report.differences;
  }
}
for (const failure of failures) console.log(`FAILED ${failure}`);
if (listing) writeFileSync(differencesFile, `${JSON.stringify(found, null, 1)}\n`);
console.log(`${failures.length} failures`);
process.exit(failures.length > 0 ? 1 : 0);
