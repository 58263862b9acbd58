import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** What one look at all steps of a group tells; steps are many and far apart in memory. */
export interface Inspection {
  /** Some step has an advantage already. A step that lacks the field has none. */
  readonly carries: boolean;
  /** Some step is such that no advantage can be written on it. */
  readonly locked: boolean;
}

/**
 * Refuses what is no trajectory group, down to its steps: groups often come from JSON.
 *
 * @param g - its place among the groups
 * @throws UpperhandError `invalid-argument` naming the place
 */
export function inspectGroup(group: TrajectoryGroup, g: number): Inspection {
  if (!isObject(group)) refuse(`groups[${g}]`, 'an object', group);
  const { groupId, trajectories } = group;
  if (typeof groupId !== 'string') refuse(`groups[${g}].groupId`, 'a string', groupId);
  if (!Array.isArray(trajectories))
    refuse(`group ${show(groupId)} trajectories`, 'an array', trajectories);
  let carries = false;
  let locked = false;
  for (let t = 0; t < trajectories.length; t++) {
    const trajectory: unknown = trajectories[t];
    if (!isObject(trajectory)) refuse(placeOf(groupId, t), 'an object', trajectory);
    const { steps } = trajectory;
    if (!Array.isArray(steps)) refuse(`${placeOf(groupId, t)} steps`, 'an array', steps);
    for (let s = 0; s < steps.length; s++) {
      const step = steps[s];
      if (!isObject(step)) refuse(`${placeOf(groupId, t)} step ${s}`, 'an object', step);
      if ((step.advantage ?? null) !== null) carries = true;
      if (!isWritable(step)) locked = true;
    }
  }
  return { carries, locked };
}

/** Whether an advantage can be written on a step; on a frozen one the write would throw. */
export function isWritable(step: object): boolean {
  return Object.isExtensible(step) || ('advantage' in step && !Object.isFrozen(step));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function placeOf(groupId: string, trajectory: number): string {
  return `group ${show(groupId)} trajectory ${trajectory}`;
}
