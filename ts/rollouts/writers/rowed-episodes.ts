import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { Episode } from '../../types/episode.ts';
import { takeRollouts, toEpisode } from '../episodes.ts';
import { openReader, type Reader } from '../open-reader.ts';
import type { ReadOptions } from '../reader-options.ts';
import type { Found } from '../reading-context.ts';
import type { RolloutRow } from '../row.ts';
import type { RolloutSource } from '../source.ts';

/** An episode, and what its file says of each of its trajectories. */
export interface RowedEpisode {
  readonly episode: Episode;
  readonly rows: readonly RolloutRow[];
}

/** Reads episodes as `openRollouts` does, with the rows of their trajectories, those of a piece of a file together. */
export function openRowed(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReadOptions,
): Reader<Iterable<RowedEpisode>> {
  return openReader(sources, options, true, takeRowed);
}

async function* takeRowed(
  found: AsyncIterable<Iterable<Found>>,
): AsyncGenerator<Iterable<RowedEpisode>> {
  for await (const piece of takeRollouts(found)) yield rowed(piece);
}

function* rowed(piece: Iterable<readonly Found[]>): Generator<RowedEpisode> {
  for (const rollouts of piece)
    yield { episode: toEpisode(rollouts), rows: rollouts.map(({ row }) => row) };
}

/** Why an episode that was read cannot be written; undefined where the failure is another. */
export function whyUnwritable(error: unknown): string | undefined {
  if (error instanceof RangeError) return 'it is nested too deeply to be written';
  if (error instanceof UpperhandError && error.code === 'invalid-argument') return error.message;
  return undefined;
}
