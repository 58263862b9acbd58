import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import type { Episode } from '../types/episode.ts';

/**
 * Refuses what is no episode, down to the steps of its trajectories: episodes often come from JSON.
 *
 * @throws UpperhandError `invalid-argument` naming the place
 */
export function checkEpisodes(episodes: unknown): asserts episodes is readonly Episode[] {
  if (!Array.isArray(episodes)) refuse('episodes', 'an array of episodes', episodes);
  // A hole of the array is no episode either; forEach would pass over it.
  for (const [e, episode] of episodes.entries()) {
    if (typeof episode?.id !== 'string')
      refuse(`episodes[${e}]`, 'an episode with an id that is a string', episode?.id ?? episode);
    const owner = `episode ${show(episode.id)}`;
    if (!Array.isArray(episode.trajectories))
      refuse(`${owner} trajectories`, 'an array', episode.trajectories);
    episode.trajectories.forEach((trajectory: unknown, t: number) => {
      const { name, steps } = (trajectory ?? {}) as { name?: unknown; steps?: unknown };
      if (typeof name !== 'string') refuse(`${owner} trajectory ${t} name`, 'a string', name);
      if (!Array.isArray(steps)) refuse(`${owner} trajectory ${t} steps`, 'an array', steps);
    });
  }
}
