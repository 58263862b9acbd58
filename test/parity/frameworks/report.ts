import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oracleDir } from '../../support/external.ts';
import { listGolden } from '../golden-files.ts';
import { claimedFrameworks, loadClaims } from './load-claims.ts';
import { readFramework } from './records.ts';
import { type FunctionReport, runClaims } from './run-claims.ts';

/**
 * Runs the claims about all frameworks that a folder has records of, and prints what came of each function. Only in the
 * folder of the original recordings must every part of a claim be needed.
 *
 * @param options.only - a framework, or a framework and a function: `'verl'`, `'verl/grpo'`
 * @param options.failures - how many failures of each function are shown
 */
export async function parityOfFrameworks(
  dir: string,
  options: { readonly only?: string | undefined; readonly failures?: number },
): Promise<FunctionReport[]> {
  const [framework, ...rest] = (options.only ?? '').split('/');
  const only = rest.join('/');
  const files = listGolden(dir).filter(
    (file) => !framework || basename(file, '.jsonl') === framework,
  );
  const whole = resolve(dir) === originalDir();
  const reports: FunctionReport[] = [];
  printRow(
    'framework',
    'function',
    'records',
    'within',
    'refused',
    'listed',
    'failed',
    'not claimed',
  );
  for (const file of files) {
    const name = basename(file, '.jsonl');
    const cases = readFramework(dir, file);
    const claims = await loadClaims(name);
    const wanted = (key: string): boolean => only === '' || key === only;
    const functions = Object.fromEntries(
      Object.entries(claims.functions).filter(([key]) => wanted(key)),
    );
    const records = new Map([...cases].filter(([key]) => wanted(key)));
    for (const report of runClaims({ framework: name, functions }, records, { whole })) {
      reports.push(report);
      printReport(report, options.failures ?? 2);
    }
  }
  return reports;
}

/** The recordings that the claims were made for. */
export function originalDir(): string {
  return join(oracleDir(), 'frameworks/golden');
}

/** The part of the recordings that runs with the tests. */
export const sampleDir: string = fileURLToPath(new URL('golden', import.meta.url));

/** Whether a folder holds what functions of frameworks gave. */
export function isFrameworksDir(dir: string): boolean {
  const names = listGolden(dir).map((file) => basename(file, '.jsonl'));
  return claimedFrameworks().some((name) => names.includes(name));
}

/** Claimed records that are not accounted for. */
export function failedRecords({
  records,
  within,
  refused,
  byRule,
  proves,
}: FunctionReport): number {
  if (proves.length === 0) return 0;
  return records - within - refused - sum(Object.values(byRule));
}

function printReport(report: FunctionReport, most: number): void {
  const { records, within, refused, byRule, failures, proves } = report;
  const claimed = proves.length > 0;
  const failed = failedRecords(report);
  printRow(
    report.framework,
    report.function,
    records,
    ...(claimed
      ? [within, refused, sum(Object.values(byRule)), failed, 0]
      : ['', '', '', '', records]),
  );
  const rules = Object.entries(byRule).filter(([, count]) => count > 0);
  for (const [rule, count] of rules) console.log(`    ${count} by rule: ${rule}`);
  for (const failure of failures.slice(0, most)) console.log(`  FAILED ${failure}`);
  if (failures.length > most) console.log(`  and ${failures.length - most} more failures`);
}

/**
 * Prints the sums and gives the exit code: 1 when a record is not accounted for, be it that nobody claims its function, and
 * when there is none of a function that is claimed; 2 when there is no record at all.
 */
export function summarise(reports: readonly FunctionReport[]): number {
  const claimed = reports.filter(({ proves }) => proves.length > 0);
  const total = (of: (report: FunctionReport) => number): number => sum(claimed.map(of));
  const frameworks = new Set(claimed.map(({ framework }) => framework)).size;
  const records = total(({ records }) => records);
  const failures = total(({ failures }) => failures.length);
  const left = reports.filter(({ proves }) => proves.length === 0);
  console.log(
    [
      `${frameworks} frameworks and ${claimed.length} functions claimed: ${records} records,`,
      `${total(({ within }) => within)} within tolerance,`,
      `${total(({ refused }) => refused)} refused alike,`,
      `${total(({ byRule }) => sum(Object.values(byRule)))} listed differences,`,
      `${failures} failures; ${left.length} functions not claimed`,
      `(${sum(left.map(({ records }) => records))} records)`,
    ].join(' '),
  );
  if (records === 0) return 2;
  for (const { framework, function: name } of left)
    console.log(`FAILED ${framework} ${name}: nobody claims it`);
  const missing = claimed.filter((report) => report.records === 0);
  for (const { framework, function: name } of missing)
    console.log(`FAILED ${framework} ${name}: there are no records of it`);
  return failures + left.length + missing.length > 0 ? 1 : 0;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);

function printRow(...cells: readonly (string | number)[]): void {
  const widths = [18, 46];
  const text = cells.map((cell, i) => {
    const width = widths[i];
    return width === undefined ? String(cell).padStart(11) : String(cell).padEnd(width);
  });
  console.log(text.join(' ').trimEnd());
}
