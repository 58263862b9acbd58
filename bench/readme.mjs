// Writes the newest results into the README, between `<!-- bench:start -->` and `<!-- bench:end -->`:
// `node bench/readme.mjs`. With --check it writes nothing and fails if the README has others.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readmeTables } from './lib/readme-tables.mjs';
import { newestResult } from './lib/results.mjs';

const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

const path = fileURLToPath(new URL('../README.md', import.meta.url));
const text = readFileSync(path, 'utf8');
const start = text.indexOf(START);
const end = text.indexOf(END);
if (start < 0 || end < start) {
  console.log(`README.md has no ${START} … ${END}`);
} else {
  const suites = ['kernels', 'python', 'collect', 'startup', 'trainer', 'policy'];
  const results = Object.fromEntries(suites.map((suite) => [suite, newestResult(suite)]));
  const tables = `${START}\n\n${readmeTables(results)}\n\n`;
  const wanted = text.slice(0, start) + tables + text.slice(end);
  if (process.argv.includes('--check')) {
    if (wanted !== text) {
      console.error('README.md: not the newest results; run node bench/readme.mjs');
      process.exitCode = 1;
    }
  } else {
    writeFileSync(path, wanted);
  }
}
