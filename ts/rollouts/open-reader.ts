import { UpperhandError } from '../errors/upperhand-error.ts';
import { type RolloutCounts, zeroCounts } from './counts.ts';
import { formatByName } from './format-names.ts';
import { IdentityChecks } from './identity-checks.ts';
import { printFirst } from './print-first.ts';
import { readSource } from './read-source.ts';
import { checkReadOptions, type ReadOptions } from './reader-options.ts';
import type { Found, ReadingContext } from './reading-context.ts';
import { type CheckedSource, checkSources, type RolloutSource } from './source.ts';

/** What is read, and what was met on the way. */
export interface Reader<T> extends AsyncIterable<T> {
  /** Filled while reading; complete when all was read. Begins anew with each iteration. */
  readonly counts: Readonly<RolloutCounts>;
}

/** Opens sources; rows become what `take` makes of them. */
export function openReader<T>(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReadOptions,
  withDetails: boolean | 'unchecked',
  take: (found: AsyncIterable<Iterable<Found>>) => AsyncGenerator<T>,
): Reader<T> {
  checkReadOptions(options);
  const { format = null, onProblem = printFirst(), maxRecordBytes = 1 << 28 } = options;
  const counts = zeroCounts();
  const checked = checkSources(sources);
  const shared: Omit<ReadingContext, 'identity' | 'filesRead'> = {
    counts,
    separateSources: options.separateSources ?? false,
    onProblem,
    skipUnreadableSources: options.skipUnreadableSources ?? false,
    strict: options.strict ?? false,
    maxRecordBytes,
    rewardKey: options.rewardKey,
    onBytes: options.onBytes,
    format: typeof format === 'string' ? formatByName(format) : format,
    threads: options.threads,
    withFacts: options.facts ?? true,
    withDetails,
  };
  let isFirst = true;
  const iterate = (): AsyncGenerator<T> => {
    if (!isFirst) readAgain(checked, counts);
    isFirst = false;
    return take(
      readAll(checked, { ...shared, identity: new IdentityChecks(), filesRead: new Map() }),
    );
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
): AsyncGenerator<Iterable<Found>> {
  for (const source of sources) yield* readSource(source, shared);
}
