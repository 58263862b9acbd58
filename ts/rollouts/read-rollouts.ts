import { UpperhandError } from '../errors/upperhand-error.ts';
import { type RolloutCounts, zeroCounts } from './counts.ts';
import { formatByName } from './format-names.ts';
import { IdentityChecks } from './identity-checks.ts';
import { printFirst } from './print-first.ts';
import { checkReadOptions, type ReadOptions } from './reader-options.ts';
import type { RolloutRow } from './row.ts';
import {
  type CheckedSource,
  checkChunk,
  checkSources,
  type RolloutSource,
  readErrorText,
} from './source.ts';
import { type ReadingContext, SourceReading } from './source-reading.ts';

/** Rows, and what was met on the way. */
export interface RolloutReader extends AsyncIterable<RolloutRow> {
  /** Filled while rows are read; complete when all of them were. Begins anew with each iteration. */
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
 * Iterated again, rows are read again and counts begin anew, where all sources can be read twice: files and bytes, but no
 * streams.
 *
 * @throws UpperhandError `invalid-argument` for what is no source, a format that is not known, an option that there is not or
 *   one of the wrong type, at once; `rollout-file` for a source that cannot be read, while rows are iterated
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
  checkReadOptions(options);
  const {
    format = null,
    onProblem = printFirst(),
    maxRecordBytes = 1 << 28,
    onBytes,
    separateSources = false,
  } = options;
  const counts = zeroCounts();
  const checked = checkSources(sources);
  const shared: Omit<ReadingContext, 'identity'> = {
    counts,
    separateSources,
    onProblem,
    skipUnreadableSources: options.skipUnreadableSources ?? false,
    maxRecordBytes,
    format: typeof format === 'string' ? formatByName(format) : format,
  };
  let isFirst = true;
  const iterate = (): AsyncGenerator<RolloutRow> => {
    if (!isFirst) readAgain(checked, counts);
    isFirst = false;
    return readAll(checked, { ...shared, identity: new IdentityChecks(separateSources) }, onBytes);
  };
  return { counts, [Symbol.asyncIterator]: iterate };
}

/** @throws UpperhandError `invalid-argument` where a source was used up */
function readAgain(sources: readonly CheckedSource[], counts: RolloutCounts): void {
  const used = sources.find(({ lasting }) => !lasting);
  if (used) {
    throw new UpperhandError(
      'invalid-argument',
      `the rollouts were iterated before, and ${used.name} is a stream, which can be read once; keep the rows of the first time`,
    );
  }
  Object.assign(counts, zeroCounts());
}

async function* readAll(
  sources: readonly CheckedSource[],
  shared: ReadingContext,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<RolloutRow> {
  for (const source of sources) {
    const { name } = source;
    const reading = new SourceReading(name, shared);
    shared.counts.files++;
    for await (const chunk of untilFailure(source, reading)) {
      checkChunk(name, chunk);
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
  source: CheckedSource,
  reading: SourceReading,
): AsyncGenerator<Uint8Array> {
  try {
    yield* source.open();
  } catch (error) {
    reading.refuse('unreadable', readErrorText(error), error);
  }
}
