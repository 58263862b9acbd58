// Writes test/slow/results/<date>.md from a JSON report of vitest: `node scripts/slow-report.mjs FILE`.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { root, say } from './run.mjs';

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const date = new Date(report.startTime).toISOString().slice(0, 10);
const machine = [
  `Node ${process.versions.node}`,
  `${process.platform} ${process.arch}`,
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}`,
  `${Math.round(totalmem() / 2 ** 30)} GiB`,
];

const rows = report.testResults.flatMap((file) =>
  file.assertionResults.map((test) => {
    const seconds = ((test.duration ?? 0) / 1000).toFixed(1);
    const name = test.fullName.replaceAll('|', '\\|');
    return `| ${relative(root, file.name)} | ${name} | ${test.status} | ${seconds} |`;
  }),
);

const folder = join(root, 'test', 'slow', 'results');
const path = join(folder, `${date}.md`);
mkdirSync(folder, { recursive: true });
writeFileSync(
  path,
  [
    `# Slow suites, ${date}`,
    '',
    `${machine.join(', ')}.`,
    '',
    '| file | test | result | seconds |',
    '|---|---|---|---:|',
    ...rows,
    '',
  ].join('\n'),
);
say(`written: ${relative(root, path)}`);
