import { Places } from '../errors/places.ts';
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
  const missing = new Places();
  trajectories.forEach(({ reward }, t) => {
    // JSON of others may lack the field.
    if ((reward ?? null) === null) missing.add(() => nameMember(group, t));
  });
  if (missing.count === 0) return [];
  if (missing.count < trajectories.length) {
    throw new UpperhandError(
      'mixed-rewards',
      `group ${show(group.groupId)}: either all of its ${trajectories.length} trajectories have a reward or none, ` +
        `but ${missing.count} of them ${missing.count === 1 ? 'has' : 'have'} none: ${missing}`,
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
  const [first] = group.trajectories;
  if (!first) return;
  const count = ({ steps }: Trajectory, t: number) => `${nameMember(group, t)} has ${steps.length}`;
  const uneven = new Places();
  group.trajectories.forEach((one, t) => {
    if (one.steps.length !== first.steps.length) uneven.add(() => count(one, t));
  });
  if (uneven.count === 0) return;
  throw new UpperhandError(
    'uneven-steps',
    `group ${show(group.groupId)}: without broadcast all its trajectories must have the same number of steps; ` +
      `${count(first, 0)}, but ${uneven}`,
  );
}

function nameMember(group: TrajectoryGroup, t: number): string {
  const origin = group.metadata[t];
  const rollout = origin?.rolloutIdx == null ? '' : ` of rollout ${show(origin.rolloutIdx)}`;
  return `trajectory ${show(group.trajectories[t]?.uid)}${rollout}`;
}
