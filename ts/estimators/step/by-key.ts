import { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { runSpec } from '../spec/run-spec.ts';

/**
 * What rewards are worth among those of the same key, in their own order.
 *
 * @param trajectories - whose reward each is, for a spec with `rows`
 */
export function runByKey(
  spec: AdvantageSpec,
  rewards: ArrayLike<number>,
  keys: readonly unknown[],
  trajectories: readonly unknown[],
  kernels: Kernels,
): Float64Array {
  const { grouped, order } = GroupedRewards.fromKeys(rewards, keys);
  const trajectoryIds = Array.from(order, (place) => trajectories[place]);
  const out = new Float64Array(order.length);
  runSpec(spec, grouped, kernels, { trajectoryIds }).values.forEach((value, i) => {
    out[order[i] as number] = value;
  });
  return out;
}
