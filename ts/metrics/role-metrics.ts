import type { Kernels } from '../kernels/kernels.ts';

/** An advantage closer to 0 than this counts as 0: what equal rewards leave is rounding error. */
export const ZERO_ADVANTAGE_BELOW = 1e-8;

/**
 * `reward/{role}/mean`, `/std` (population), `/max`, `/min` over all trajectories of the role.
 *
 * @param rewards - at least one
 */
export function rewardMetrics(
  role: string,
  rewards: Float64Array,
  kernels: Kernels,
): Record<string, number> {
  return spread(`reward/${role}`, rewards, kernels).metrics;
}

/**
 * `advantage/{role}/mean`, `/std` (population), `/max`, `/min`, and `/fraction_zero`: the share of advantages with
 * |a| < 1e-8.
 *
 * @param advantages - at least one
 */
export function advantageMetrics(
  role: string,
  advantages: Float64Array,
  kernels: Kernels,
): Record<string, number> {
  const { metrics, countBelow } = spread(`advantage/${role}`, advantages, kernels);
  metrics[`advantage/${role}/fraction_zero`] = countBelow / advantages.length;
  return metrics;
}

function spread(
  prefix: string,
  values: Float64Array,
  kernels: Kernels,
): { metrics: Record<string, number>; countBelow: number } {
  const { mean, std, max, min, countBelow } = kernels.summarize(values, {
    threshold: ZERO_ADVANTAGE_BELOW,
  });
  const metrics = {
    [`${prefix}/mean`]: mean,
    [`${prefix}/std`]: std,
    [`${prefix}/max`]: max,
    [`${prefix}/min`]: min,
  };
  return { metrics, countBelow };
}
