import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { createStep } from '../types/step.ts';
import { createTrajectory, type Trajectory } from '../types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../types/trajectory-group.ts';
import { knownTermination } from './content.ts';
import type { RolloutOrigin, RolloutRow } from './row.ts';

/** A rollout of a file as a trajectory of one step. */
export interface RolloutTrajectory extends Trajectory {
  /** Where the rollout stands in its file: by it the advantage of its step finds the way back. */
  metadata: RolloutOrigin & Record<string, unknown>;
}

export interface RolloutTrajectoryGroup extends TrajectoryGroup {
  trajectories: RolloutTrajectory[];
}

/**
 * Rows as trajectory groups for `collectRewardAndAdvantageFromTrajectoryGroups`: one for each task and role (and
 * source, where the reader has `separateSources`), in the order in which they appear; each rollout is a trajectory with
 * one step, which takes its advantage, and tells in its `metadata` where in the file it stands. Rows without a reward
 * are left out, since a missing reward is not 0; a group without any reward does not appear.
 *
 * @throws UpperhandError `invalid-trajectory-name` for a role that contains a colon, which would cut the group's id
 *   elsewhere; `invalid-argument` for a path, or episodes, in the place of rows; what reading throws
 * @example
 * const groups = await toTrajectoryGroups(readRollouts('examples/rollouts/agents.jsonl'));
 * collectRewardAndAdvantageFromTrajectoryGroups(groups, { estimator: 'rloo' });
 * const [, second] = groups[0].trajectories;
 * second.metadata.line; // 3
 * second.steps[0].advantage; // -0.6666666666666666
 */
export async function toTrajectoryGroups(
  rows: AsyncIterable<RolloutRow> | Iterable<RolloutRow>,
): Promise<RolloutTrajectoryGroup[]> {
  const groups = new GroupMaker();
  for await (const row of rows) {
    if (typeof row?.role !== 'string')
      refuse('rows', 'what readRollouts gives (readGroups takes paths)', rows);
    groups.add(row, () => bareTrajectory(row));
  }
  return groups.groups;
}

/** Puts trajectories into groups. */
export class GroupMaker {
  readonly #groups = new Map<string, RolloutTrajectoryGroup>();

  /** In the order in which they appeared. */
  get groups(): RolloutTrajectoryGroup[] {
    return [...this.#groups.values()];
  }

  /** @param toTrajectory - called if the row has a reward */
  add(row: RolloutRow, toTrajectory: () => RolloutTrajectory, isCorrect = false): void {
    const { source, line, group: task, role, reward, rolloutIndex, set } = row;
    if (reward === null) return;
    if (role.includes(':')) {
      throw new UpperhandError(
        'invalid-trajectory-name',
        `${source}:${line}: a role must not contain ":", got ${show(role)}`,
      );
    }
    // Not the id: task "b/c" of set "a" is not task "c" of set "a/b".
    const key = JSON.stringify([set ?? null, task, role]);
    let group = this.#groups.get(key);
    if (!group) {
      const owner = set === undefined ? task : `${set}/${task}`;
      group = { ...createTrajectoryGroup({ groupId: `${owner}:${role}` }), trajectories: [] };
      this.#groups.set(key, group);
    }
    group.trajectories.push(toTrajectory());
    group.metadata.push({
      taskId: task,
      rolloutIdx: rolloutIndex,
      terminationReason: knownTermination(row.termination),
      isCorrect,
    });
  }
}

function bareTrajectory(row: RolloutRow): RolloutTrajectory {
  const { source, line, offset, item, role, reward, rolloutIndex } = row;
  const metadata = { source, line, offset, ...(item !== undefined && { item }), rolloutIndex };
  return { ...createTrajectory({ name: role, reward, steps: [createStep()] }), metadata };
}
