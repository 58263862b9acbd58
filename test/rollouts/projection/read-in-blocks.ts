import { readJsonLineFile } from '../../../ts/rollouts/containers/json-line-file.ts';
import { zeroCounts } from '../../../ts/rollouts/counts.ts';
import { IdentityChecks } from '../../../ts/rollouts/identity-checks.ts';
import type { RolloutProblem } from '../../../ts/rollouts/problem.ts';
import type { ReadingContext } from '../../../ts/rollouts/reading-context.ts';
import { RecordReader } from '../../../ts/rollouts/record-reader.ts';
import type { RolloutRow } from '../../../ts/rollouts/row.ts';
import { SourceReport } from '../../../ts/rollouts/source-report.ts';
import type { Read } from '../read.ts';

interface BlockOptions {
  readonly onBytes?: (bytes: number) => void;
  /** The module of the threads. Default: the one that there is. */
  readonly worker?: string;
  /** Takes the rows, also those before the reading fails. */
  readonly rows?: RolloutRow[];
}

/** A file by its blocks, as the command line reads a large one; all after the first when its threads are there. */
export async function readInBlocks(
  path: string,
  blockBytes: number,
  threads: number,
  { onBytes, worker = './source-worker.mjs', rows = [] }: BlockOptions = {},
): Promise<Read> {
  const problems: RolloutProblem[] = [];
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
  const started = startOf(threads);
  const workerFile = new URL(worker, import.meta.url);
  for await (const piece of readJsonLineFile(path, reader, { threads, blockBytes, workerFile })) {
    for (const { row } of piece) rows.push(row);
    await started;
  }
  for (const { row } of reader.end()) rows.push(row);
  const found = problems.map(({ line, kind }) => `${line}: ${kind}`);
  return { rows, problems, counts, found };
}

/** When so many threads of this process are there. */
function startOf(threads: number): Promise<void> {
  const channel = new BroadcastChannel('line-worker');
  let left = threads;
  return new Promise<void>((resolve) => {
    if (left === 0) resolve();
    channel.onmessage = () => {
      if (--left === 0) resolve();
    };
  }).finally(() => channel.close());
}
