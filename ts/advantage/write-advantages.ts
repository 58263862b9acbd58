import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import type { Trajectory } from '../types/trajectory.ts';
import { isWritable } from './inspect-group.ts';
import type { CollectedPool } from './pool-by-role.ts';
import type { PrecomputedAdvantages } from './precomputed.ts';
import type { WrittenAdvantages } from './step-advantages.ts';

/** Half a batch of advantages trains wrongly, so all steps are looked at before the first is written. */
export function checkWritable(
  pools: readonly CollectedPool[],
  rewrites: PrecomputedAdvantages['rewrites'],
): void {
  const expected = 'an object that can be written on (its advantage is) and is not frozen';
  const locked = rewrites.find(({ step }) => !isWritable(step));
  if (locked) refuse('a step with a precomputed advantage', expected, locked.step);
  for (const { role, members } of pools) {
    for (const { uid, steps } of members) {
      for (const step of steps) {
        if (isWritable(step)) continue;
        const place = `step ${steps.indexOf(step)} of trajectory ${uid}, role ${show(role)},`;
        refuse(place, expected, step);
      }
    }
  }
}

/** Every step of a trajectory gets the trajectory's advantage. */
export function broadcast(members: readonly Trajectory[], advantages: Float64Array): void {
  let at = 0;
  for (const { steps } of members) {
    const advantage = advantages[at++] as number;
    for (const step of steps) step.advantage = advantage;
  }
}

/** Every step gets what is its own. */
export function writeSteps(members: readonly Trajectory[], { bySteps }: WrittenAdvantages): void {
  members.forEach(({ steps }, t) => {
    steps.forEach((step, s) => {
      step.advantage = bySteps[t]?.[s] as number | number[];
    });
  });
}
