import type { Kernels } from '../../kernels/kernels.ts';
import { runByKey } from './by-key.ts';
import { groupStates } from './group-states.ts';
import type { StepRows } from './step-rows.ts';
import type { StateCredit } from './step-spec.ts';
import { stepsBefore } from './steps-before.ts';

/**
 * What each step gets among those of its group that began in the same state: the mean over all comparisons that gave
 * something, by how many states are shared in them.
 */
export function compareStates(
  { spec, same, history }: StateCredit,
  { groups, trajectories, states, returns }: StepRows,
  kernels: Kernels,
): Float64Array {
  const kinds = groupStates(groups, states, same);
  const before = stepsBefore(groups, trajectories);
  const sums = new Float64Array(kinds.length);
  const weights = new Float64Array(kinds.length);
  let steps = Array.from(kinds.keys());
  let earlier = steps;
  let keys: readonly unknown[] = Array.from(kinds);
  for (let shared = 0; shared <= history; shared++) {
    if (shared > 0) {
      // Those that have an earlier step, which now has to be in the same state as well.
      const kept = steps.flatMap((_, i) =>
        (before[earlier[i] as number] as number) < 0 ? [] : [i],
      );
      earlier = kept.map((i) => before[earlier[i] as number] as number);
      keys = kept.map((i, k) => `${keys[i]},${kinds[earlier[k] as number]}`);
      steps = kept.map((i) => steps[i] as number);
    }
    const rewards = steps.map((step) => returns[step] as number);
    const values = runByKey(spec, rewards, keys, steps, kernels);
    steps.forEach((step, i) => {
      const value = values[i] as number;
      if (value === 0) return;
      sums[step] = (sums[step] as number) + (shared + 1) * value;
      weights[step] = (weights[step] as number) + shared + 1;
    });
  }
  return sums.map((sum, step) => (weights[step] === 0 ? 0 : sum / (weights[step] as number)));
}
