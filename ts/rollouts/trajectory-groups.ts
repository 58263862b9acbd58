import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { createStep } from '../types/step.ts';
import { createTrajectory } from '../types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../types/trajectory-group.ts';
import type { RolloutRow } from './row.ts';

/**
 * Rows as trajectory groups for `collectRewardAndAdvantageFromTrajectoryGroups`: one for each task and role, in the
 * order in which they appear; each rollout is a trajectory with one step, which takes its advantage. Rows without a
 * reward are left out, since a missing reward is not 0; a group without any reward does not appear.
 *
 * @param options.separateSources - the same task in two sources is two groups
 * @throws UpperhandError `invalid-trajectory-name` for a role that contains a colon, which would cut the group's id
 *   elsewhere
 * @example
 * const groups = await toTrajectoryGroups(readRollouts('examples/rollouts/agents.jsonl'));
 * const metrics = collectRewardAndAdvantageFromTrajectoryGroups(groups, { estimator: 'rloo' });
 */
export async function toTrajectoryGroups(
  rows: AsyncIterable<RolloutRow> | Iterable<RolloutRow>,
  options: { readonly separateSources?: boolean } = {},
): Promise<TrajectoryGroup[]> {
  const groups = new Map<string, TrajectoryGroup>();
  for await (const { source, line, group: task, role, reward, rolloutIndex } of rows) {
    if (reward === null) continue;
    if (role.includes(':')) {
      throw new UpperhandError(
        'invalid-trajectory-name',
        `${source}:${line}: a role must not contain ":", got ${show(role)}`,
      );
    }
    const owner = options.separateSources ? `${source}/${task}` : task;
    // Not the id: task "b/c" of source "a" is not task "c" of source "a/b".
    const key = JSON.stringify([options.separateSources ? source : '', task, role]);
    let group = groups.get(key);
    if (!group) {
      group = createTrajectoryGroup({ groupId: `${owner}:${role}` });
      groups.set(key, group);
    }
    group.trajectories.push(
      createTrajectory({ name: role, reward, steps: [createStep()], metadata: { source, line } }),
    );
    group.metadata.push({
      taskId: task,
      rolloutIdx: rolloutIndex,
      terminationReason: null,
      isCorrect: false,
    });
  }
  return [...groups.values()];
}
