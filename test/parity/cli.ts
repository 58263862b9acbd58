/**
 * `npm run parity -- [DIR] [--list | --docs | --only FRAMEWORK/FUNCTION]`: runs all golden files of a folder (default:
 * those of the repository) over all kernels and prints a line for each file and kernel. Exit code 1 when a record fails,
 * 2 when there is none.
 *
 * `--list` writes the deliberate differences of the folder, as the rules compute them, to differences.json; `--docs`
 * writes docs/parity.md from that list.
 *
 * A folder of files named after frameworks holds what functions of theirs gave: a line for each function. `--docs` then
 * writes down what came of them all, for docs/parity.md; `--only` runs one framework or function.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { kernelsTable } from '../support/kernels-table.ts';
import { docsFile, renderDocs } from './docs.ts';
import { areWritten, writeOutcomes } from './frameworks/outcomes.ts';
import {
  isFrameworksDir,
  originalDir,
  parityOfFrameworks,
  summarise,
} from './frameworks/report.ts';
import {
  differencesFile,
  goldenDir,
  listGolden,
  readDifferences,
  readGolden,
} from './golden-files.ts';
import { runNative } from './native.ts';
import {
  countNotBuilt,
  type DifferenceList,
  type ListedDifference,
  runTopic,
} from './run-topic.ts';
import { topicOf } from './topics/index.ts';

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    docs: { type: 'boolean' },
    only: { type: 'string' },
    failures: { type: 'string' },
  },
});
const dir = positionals[0] ?? goldenDir;
const files = existsSync(dir) ? listGolden(dir) : [];
if (files.length === 0) {
  console.error(`parity: ${dir} has no .jsonl files`);
  process.exit(2);
}
if (isFrameworksDir(dir)) {
  const { only, failures, docs } = args;
  if (docs && (only !== undefined || resolve(dir) !== originalDir()))
    throw new Error(`--docs needs all of ${originalDir()}`);
  const reports = await parityOfFrameworks(dir, { only, failures: Number(failures ?? 2) });
  let code = summarise(reports);
  if (docs && code === 0) {
    writeOutcomes(reports);
    writeFileSync(docsFile, await renderDocs());
  } else if (only === undefined && resolve(dir) === originalDir() && !areWritten(reports)) {
    console.log('FAILED docs/parity.md tells something else: run again with --docs');
    code = 1;
  }
  process.exit(code);
}
if (args.docs) {
  writeFileSync(docsFile, await renderDocs());
  process.exit(0);
}
const listing = args.list === true;
const list: DifferenceList = listing ? {} : readDifferences();
const found: Record<string, Readonly<Record<string, ListedDifference>>> = {};
const failures: string[] = [];
let compared = 0;
printRow('file', 'kernel', 'records', 'exact', 'listed', 'by rule', 'failed', 'not built');
for (const file of files) {
  const topic = topicOf(file);
  if (!topic) {
    printRow(file, '–', 'not read: nothing of it is built');
    continue;
  }
  const lines = readGolden(dir, file);
  for (const kernels of kernelsTable) {
    const report = await runTopic(topic, lines, kernels, list);
    const byRule = Object.entries(report.byRule);
    const excused = byRule.reduce((total, [, count]) => total + count, 0);
    const { records, exact, listed } = report;
    printRow(
      file,
      kernels.name,
      records,
      exact,
      listed,
      excused,
      report.failures.length,
      countNotBuilt(report),
    );
    if (byRule.length > 0) {
      console.log(
        `    by rule: ${byRule.map(([reason, count]) => `${reason} ${count}`).join(', ')}`,
      );
    }
    compared += records;
    failures.push(...report.failures);
    // The repository's own records are all listed; a rule excuses only those of other folders.
    if (dir === goldenDir && !listing) {
      if (excused > 0) failures.push(`${topic.name}: ${excused} differences are not listed`);
      for (const key of report.stray) failures.push(`${topic.name} ${key}: listed, but no record`);
    }
    if (Object.keys(report.differences).length > 0) found[topic.name] = report.differences;
  }
}
const native = runNative(dir);
for (const { file, results, setAside, failed } of native.rows) {
  printRow(file, 'native-rust', results, results - failed, 0, 0, failed, 0);
  if (setAside) console.log(`    set aside: ${setAside}`);
}
if (native.notRun) console.log(`native-rust: not run, ${native.notRun}`);
failures.push(...native.failures);
for (const failure of failures) console.log(`FAILED ${failure}`);
if (listing) writeFileSync(differencesFile, `${JSON.stringify(found, null, 1)}\n`);
console.log(`${compared} comparisons, ${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : compared === 0 ? 2 : 0;

function printRow(...cells: readonly (string | number)[]): void {
  const widths = [28, -12];
  console.log(
    cells
      .map((cell, i) =>
        String(cell)
          .padEnd(Math.abs(widths[i] ?? 0))
          .padStart(i < 2 ? 0 : 9),
      )
      .join(' '),
  );
}
