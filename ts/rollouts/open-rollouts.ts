import { type RolloutEpisode, takeEpisodes } from './episodes.ts';
import { openReader, type Reader } from './open-reader.ts';
import type { ReadOptions } from './reader-options.ts';
import type { RolloutSource } from './source.ts';

/**
 * Reads rollout files as episodes with their content (messages, token ids, log probabilities, what the file says of each
 * step), one at a time: memory does not grow with the size of the files. Episodes are for content; where rewards and counts
 * are all that is needed, `readRollouts` gives them as rows. Everything else is as there.
 *
 * Where a file keeps the trajectories of several agents together, they are one episode; else each rollout is one, with one
 * trajectory. Its `metadata` tells where it stands and what the file says of its end. A format that does not read content, as
 * the plain ones, gives trajectories of one empty step. Content that is no valid step is reported as
 * `invalid-content`, and its rollout skipped.
 *
 * @throws UpperhandError as `readRollouts`
 * @example
 * const bytes = new TextEncoder().encode('{"task_id": "t1", "rollout_idx": 4, "reward": 1}\n');
 * const episodes = openRollouts({ name: 'mine', chunks: [bytes] });
 * for await (const { id, trajectories } of episodes) console.log(id, trajectories.length);
 */
export function openRollouts(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReadOptions = {},
): Reader<RolloutEpisode> {
  return openReader(sources, options, true, takeEpisodes);
}
