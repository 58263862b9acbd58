import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { Trajectory } from '../types/trajectory.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** A reward that a trajectory is to get. */
export interface PlannedReward {
  readonly trajectory: Trajectory;
  readonly reward: number;
}

/**
 * One reward a trajectory: when none of the group has one, each takes that of its last step. Gives the rewards to
 * write, none when all are there.
 *
 * @throws UpperhandError `mixed-rewards` naming the group and the trajectories without a reward
 */
export function planGroupRewards(group: TrajectoryGroup): PlannedReward[] {
  const { trajectories } = group;
  const missing = trajectories.filter(({ reward }) => reward === null);
  if (missing.length === 0) return [];
  if (missing.length < trajectories.length) {
    const which = missing.map((trajectory) => nameMember(group, trajectory)).join(', ');
    throw new UpperhandError(
      'mixed-rewards',
      `group ${show(group.groupId)}: either all of its ${trajectories.length} trajectories have a reward or none, ` +
        `but ${missing.length} of them ${missing.length === 1 ? 'has' : 'have'} none: ${which}`,
    );
  }
  return trajectories.map((trajectory) => ({
    trajectory,
    reward: trajectory.steps.at(-1)?.reward ?? 0,
  }));
}

/**
 * Without one reward a trajectory, steps are compared by position: all trajectories of a group have as many.
 *
 * @throws UpperhandError `uneven-steps` naming the group and each trajectory that differs from its first one
 */
export function checkEvenSteps(group: TrajectoryGroup): void {
  const [first, ...others] = group.trajectories;
  if (!first) return;
  const uneven = others.filter(({ steps }) => steps.length !== first.steps.length);
  if (uneven.length === 0) return;
  const count = (one: Trajectory) => `${nameMember(group, one)} has ${one.steps.length}`;
  throw new UpperhandError(
    'uneven-steps',
    `group ${show(group.groupId)}: without broadcast all its trajectories must have the same number of steps; ` +
      `${count(first)}, but ${uneven.map(count).join(', ')}`,
  );
}

function nameMember(group: TrajectoryGroup, trajectory: Trajectory): string {
  const origin = group.metadata[group.trajectories.indexOf(trajectory)];
  const rollout = origin?.rolloutIdx == null ? '' : ` of rollout ${show(origin.rolloutIdx)}`;
  return `trajectory ${show(trajectory.uid)}${rollout}`;
}
