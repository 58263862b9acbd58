import { Places } from '../errors/places.ts';
import type { OnWarning } from '../errors/warning.ts';
import type { Episode } from '../types/episode.ts';
import type { ErrorDetails } from '../workflow/error-details.ts';

/**
 * Warns of episodes that ended with an error, and of trajectories without steps: neither teaches anything, and a run
 * of nothing else looks like one that trains.
 */
export function warnOfLostEpisodes(episodes: readonly Episode[], onWarning: OnWarning): void {
  const failed = new Places('; ');
  const idle = new Places();
  for (const episode of episodes) {
    if (episode.terminationReason === 'error') failed.add(() => describeFailure(episode));
    for (const { name, steps } of episode.trajectories) {
      if (steps.length === 0) idle.add(() => `${episode.id}:${name}`);
    }
  }
  if (failed.count > 0) {
    onWarning({
      kind: 'episodes-failed',
      message: `${failed.count} of ${episodes.length} episodes ended with an error: ${failed}`,
      places: failed.names,
    });
  }
  if (idle.count > 0) {
    onWarning({
      kind: 'trajectories-without-steps',
      message: `trajectories without steps, from which nothing can be learned: ${idle}; a workflow records steps when it asks ctx.model, ctx.fetch or ctx.languageModel`,
      places: idle.names,
    });
  }
}

/** Which episode it was, and what its code threw. */
export function describeFailure({ id, metadata }: Pick<Episode, 'id' | 'metadata'>): string {
  const details = metadata?.error as Partial<ErrorDetails> | undefined;
  return details?.error_message === undefined ? id : `${id} (${details.error_message})`;
}
