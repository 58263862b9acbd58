import { assignGiven, checkArray, checkFields, checkText, toNumber } from './check.ts';
import { cutId, type IdOptions } from './ids.ts';
import type { TerminationReason } from './termination-reason.ts';
import type { Trajectory } from './trajectory.ts';

/** The role of a group whose id names none. */
export const ALL_GROUPS_ROLE = 'all_groups';

/** Trajectories that are compared with each other: same task, same role. */
export interface TrajectoryGroup {
  trajectories: Trajectory[];
  /** `{task id}:{role}`. */
  groupId: string;
  /** One entry for each trajectory, where the group was made from episodes. */
  metadata: TrajectoryOrigin[];
  weightVersion: number;
}

/** Where a trajectory of a group came from. */
export interface TrajectoryOrigin {
  readonly taskId: string;
  readonly rolloutIdx: string | null;
  readonly terminationReason: TerminationReason | null;
  readonly isCorrect: boolean;
}

/**
 * Makes a group. Trajectories are kept, not copied.
 *
 * @throws UpperhandError `invalid-argument` for an unknown field or a value of the wrong type.
 * @example
 * const group = createTrajectoryGroup({ groupId: 'task-7:solver', trajectories: [createTrajectory({ reward: 1 })] });
 * groupRole(group); // 'solver'
 */
export function createTrajectoryGroup(init: Partial<TrajectoryGroup> = {}): TrajectoryGroup {
  const group: TrajectoryGroup = { trajectories: [], groupId: '', metadata: [], weightVersion: 0 };
  checkFields('TrajectoryGroup', init, group);
  assignGiven(group, init);
  checkArray('TrajectoryGroup.trajectories', group.trajectories);
  checkText('TrajectoryGroup.groupId', group.groupId);
  checkArray('TrajectoryGroup.metadata', group.metadata);
  group.weightVersion = toNumber('TrajectoryGroup.weightVersion', group.weightVersion);
  return group;
}

/**
 * The role of a group: the part of its id after the cut, `'all_groups'` when there is none. With
 * `idSeparator: 'first'` an id of more than one colon may have the empty role, as in rLLM.
 *
 * @throws UpperhandError `invalid-argument` for an id that is no text
 * @example
 * groupRole({ groupId: 'math:algebra:solver' }); // 'solver'
 * groupRole({ groupId: 'math' });                // 'all_groups'
 */
export function groupRole(group: Pick<TrajectoryGroup, 'groupId'>, options?: IdOptions): string {
  const id = group?.groupId;
  checkText('groupId', id);
  const colon = id.indexOf(':');
  if (colon < 0 || colon === id.length - 1) return ALL_GROUPS_ROLE;
  const { rest } = cutId(id, options);
  return rest || (rest === '' && options?.idSeparator === 'first') ? rest : ALL_GROUPS_ROLE;
}
