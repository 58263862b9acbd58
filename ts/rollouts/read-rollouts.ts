import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { type RolloutCounts, zeroCounts } from './counts.ts';
import { formatByName } from './format-names.ts';
import { IdentityChecks } from './identity-checks.ts';
import { printFirst } from './print-first.ts';
import type { ReadOptions } from './reader-options.ts';
import type { RolloutRow } from './row.ts';
import { openSource, type RolloutSource, readErrorText } from './source.ts';
import { type ReadingContext, SourceReading } from './source-reading.ts';

/** Rows, and what was met on the way. */
export interface RolloutReader extends AsyncIterable<RolloutRow> {
  /** Filled while rows are read; complete when all of them were. */
  readonly counts: Readonly<RolloutCounts>;
}

/**
 * Reads rollout files as rows of group, role and reward, one at a time: memory does not grow with the size of the
 * files, but by 16 to 32 bytes a rollout that has an index (to notice those that occur twice).
 *
 * Several sources are parts of one set: the same task in two of them is one group, unless `separateSources`.
 * Iteration throws for a source that cannot be read at all (there is no such file, it is a folder or no rollout file,
 * none of its records is a rollout, it fails on the way), unless `skipUnreadableSources`. A record that cannot be read is
 * reported and skipped; `counts.records = counts.rollouts + counts.skipped`.
 * A reward that is missing stays null, and one that is NaN or infinite stays what it is; both are reported.
 *
 * The rows can be iterated once.
 *
 * @throws UpperhandError `invalid-argument` for a format that is not known or a limit that is none, at once; `rollout-file`
 *   for a source that cannot be read, while rows are iterated
 * @example
 * const bytes = new TextEncoder().encode('{"task_id": "t1", "reward": 1}\n{"task_id": "t1", "reward": 0}\n');
 * const rollouts = readRollouts({ name: 'mine', chunks: [bytes] }, { onProblem: console.warn });
 * for await (const { group, role, reward } of rollouts) console.log(group, role, reward);
 * rollouts.counts.rollouts; // 2
 */
export function readRollouts(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReadOptions = {},
): RolloutReader {
  const {
    format = null,
    onProblem = printFirst(),
    maxRecordBytes = 1 << 28,
    onBytes,
    separateSources = false,
  } = options;
  if (typeof maxRecordBytes !== 'number' || !(maxRecordBytes > 0)) {
    throw new UpperhandError(
      'invalid-argument',
      `maxRecordBytes must be a number above 0, got ${show(maxRecordBytes)}`,
    );
  }
  const counts = zeroCounts();
  const shared: ReadingContext = {
    counts,
    identity: new IdentityChecks(separateSources),
    separateSources,
    onProblem,
    skipUnreadableSources: options.skipUnreadableSources ?? false,
    maxRecordBytes,
    format: typeof format === 'string' ? formatByName(format) : format,
  };
  const rows = readAll(
    Array.isArray(sources) ? sources : [sources as RolloutSource],
    shared,
    onBytes,
  );
  return { counts, [Symbol.asyncIterator]: () => rows };
}

async function* readAll(
  sources: readonly RolloutSource[],
  shared: ReadingContext,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<RolloutRow> {
  for (const source of sources) {
    const { name, chunks } = openSource(source);
    const reading = new SourceReading(name, shared);
    shared.counts.files++;
    for await (const chunk of untilFailure(chunks, reading)) {
      onBytes?.(chunk.length);
      for (const row of reading.push(chunk)) yield row;
      if (reading.finished) break;
    }
    if (reading.finished) continue;
    for (const row of reading.end()) yield row;
  }
}

/** Passes pieces on; a failure to get the next one ends the source. */
async function* untilFailure(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reading: SourceReading,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    reading.refuse('unreadable', readErrorText(error), error);
  }
}
