import { readJsonLineFile } from '../../../ts/rollouts/containers/json-line-file.ts';
import { zeroCounts } from '../../../ts/rollouts/counts.ts';
import { IdentityChecks } from '../../../ts/rollouts/identity-checks.ts';
import type { RolloutProblem } from '../../../ts/rollouts/problem.ts';
import type { ReadingContext } from '../../../ts/rollouts/reading-context.ts';
import { RecordReader } from '../../../ts/rollouts/record-reader.ts';
import type { RolloutRow } from '../../../ts/rollouts/row.ts';
import { SourceReport } from '../../../ts/rollouts/source-report.ts';
import type { Read } from '../read.ts';

/** A file by its blocks, as the command line reads a large one. */
export async function readInBlocks(
  path: string,
  blockBytes: number,
  threads: number,
  onBytes?: (bytes: number) => void,
): Promise<Read> {
  const problems: RolloutProblem[] = [];
  const rows: RolloutRow[] = [];
  const counts = zeroCounts();
  const shared: ReadingContext = {
    counts,
    identity: new IdentityChecks(),
    filesRead: new Map(),
    separateSources: false,
    onProblem: (problem) => problems.push(problem),
    skipUnreadableSources: true,
    strict: false,
    maxRecordBytes: 1 << 28,
    onBytes,
    format: null,
    threads,
    withFacts: true,
    withDetails: false,
  };
  const report = new SourceReport(path, shared);
  const reader = new RecordReader(path, 'jsonl', shared, report);
  counts.files++;
  const workerFile = new URL('./source-worker.mjs', import.meta.url);
  for await (const piece of readJsonLineFile(path, reader, { threads, blockBytes, workerFile })) {
    for (const { row } of piece) rows.push(row);
  }
  for (const { row } of reader.end()) rows.push(row);
  const found = problems.map(({ line, kind }) => `${line}: ${kind}`);
  return { rows, problems, counts, found };
}
