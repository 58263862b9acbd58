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

/** Reads episodes as `openRollouts` does, with the rows of their trajectories. */
export function openRowed(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReadOptions,
): Reader<RowedEpisode> {
  return openReader(sources, options, true, takeRowed);
}

async function* takeRowed(found: AsyncIterable<Iterable<Found>>): AsyncGenerator<RowedEpisode> {
  for await (const rollouts of takeRollouts(found)) {
    yield { episode: toEpisode(rollouts), rows: rollouts.map(({ row }) => row) };
  }
}

/** Why an episode that was read cannot be written; undefined where the failure is another. */
export function whyUnwritable(error: unknown): string | undefined {
  if (error instanceof RangeError) return 'it is nested too deeply to be written';
  if (error instanceof UpperhandError && error.code === 'invalid-argument') return error.message;
  return undefined;
}
