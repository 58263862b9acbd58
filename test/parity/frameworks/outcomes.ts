import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FunctionReport } from './run-claims.ts';

/** What came of all records of a function, as it is written down. */
export type FunctionOutcome = Omit<FunctionReport, 'failures'>;

const outcomesFile = fileURLToPath(new URL('outcomes.json', import.meta.url));

/** What came of the original recordings when they were last run. */
export function readOutcomes(): FunctionOutcome[] {
  return existsSync(outcomesFile) ? JSON.parse(readFileSync(outcomesFile, 'utf8')) : [];
}

export function writeOutcomes(reports: readonly FunctionReport[]): void {
  const lines = outcomesOf(reports).map((outcome) => JSON.stringify(outcome));
  writeFileSync(outcomesFile, `[\n${lines.join(',\n')}\n]\n`);
}

/** Whether what is written down is what came of them. */
export function areWritten(reports: readonly FunctionReport[]): boolean {
  return JSON.stringify(outcomesOf(reports)) === JSON.stringify(readOutcomes());
}

function outcomesOf(reports: readonly FunctionReport[]): FunctionOutcome[] {
  return reports.map(({ failures: _, ...outcome }) => outcome);
}
