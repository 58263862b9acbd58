import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import type { Step } from '../types/step.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/**
 * Refuses what is no trajectory group, down to its steps: groups often come from JSON.
 *
 * @throws UpperhandError `invalid-argument` naming the place
 */
export function checkGroups(groups: unknown): asserts groups is TrajectoryGroup[] {
  if (!Array.isArray(groups)) refuse('groups', 'an array of trajectory groups', groups);
  groups.forEach((one, g) => {
    checkRecord(() => `groups[${g}]`, one);
    const group = one as TrajectoryGroup;
    if (typeof group.groupId !== 'string')
      refuse(`groups[${g}].groupId`, 'a string', group.groupId);
    const owner = `group ${show(group.groupId)}`;
    if (!Array.isArray(group.trajectories))
      refuse(`${owner} trajectories`, 'an array', group.trajectories);
    group.trajectories.forEach((trajectory, t) => {
      checkRecord(() => `${owner} trajectory ${t}`, trajectory);
      if (!Array.isArray(trajectory.steps))
        refuse(`${owner} trajectory ${t} steps`, 'an array', trajectory.steps);
      trajectory.steps.forEach((step, s) => {
        checkRecord(() => `${owner} trajectory ${t} step ${s}`, step);
      });
    });
  });
}

/** Whether an advantage can be written on a step; on a frozen one the write would throw. */
export function isWritable(step: Step): boolean {
  return Object.isExtensible(step) || ('advantage' in step && !Object.isFrozen(step));
}

function checkRecord(place: () => string, value: unknown): void {
  if (typeof value !== 'object' || value === null) refuse(place(), 'an object', value);
}
