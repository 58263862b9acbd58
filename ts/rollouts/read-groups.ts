import { toTrajectory } from './episodes.ts';
import { openReader } from './open-reader.ts';
import type { ReadOptions } from './reader-options.ts';
import type { Found } from './reading-context.ts';
import type { RolloutSource } from './source.ts';
import { GroupMaker, type RolloutTrajectoryGroup } from './trajectory-groups.ts';

/**
 * Reads rollout files as trajectory groups with their content, all of them held: `toTrajectoryGroups` of `readRollouts`, with
 * the steps that the files tell.
 *
 * @throws UpperhandError as `readRollouts` and `toTrajectoryGroups`
 * @example
 * const bytes = new TextEncoder().encode('{"task_id": "t1", "reward": 1}\n{"task_id": "t1", "reward": 0}\n');
 * const [group] = await readGroups({ name: 'mine', chunks: [bytes] });
 * group.trajectories.length; // 2
 */
export async function readGroups(
  sources: RolloutSource | readonly RolloutSource[],
  options: ReadOptions = {},
): Promise<RolloutTrajectoryGroup[]> {
  const groups = new GroupMaker();
  const reader = openReader(sources, options, true, eachOf);
  for await (const { row, content } of reader) {
    groups.add(row, () => toTrajectory(row, content), content?.isCorrect);
  }
  return groups.groups;
}

async function* eachOf(found: AsyncIterable<Iterable<Found>>): AsyncGenerator<Found> {
  for await (const piece of found) yield* piece;
}
