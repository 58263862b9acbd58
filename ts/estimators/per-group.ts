import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { EstimatorOptions } from './adv-estimator.ts';
import type { SpecEstimator } from './define-estimator.ts';
import { calculateGrpoAdvantages } from './grpo.ts';
import { calculateRlooAdvantages } from './rloo.ts';

/** Advantages and returns of one group; one array, twice. */
export interface GroupAdvantages {
  readonly advantages: Float64Array;
  readonly returns: Float64Array;
}

/**
 * {@link calculateGrpoAdvantages} for the rewards of one group.
 *
 * Source: rLLM's `calculate_grpo_advantages_per_group`.
 *
 * @example
 * calculateGrpoAdvantagesPerGroup([1, 0], { normAdvByStdInGrpo: false }).advantages; // Float64Array [0.5, -0.5]
 */
export function calculateGrpoAdvantagesPerGroup(
  rewards: ArrayLike<number | boolean>,
  options?: EstimatorOptions,
): GroupAdvantages {
  return perGroup(calculateGrpoAdvantages, rewards, options);
}

/**
 * {@link calculateRlooAdvantages} for the rewards of one group. A group of one comes back as it is.
 *
 * Source: rLLM's `calculate_rloo_advantages_per_group`.
 *
 * @example
 * calculateRlooAdvantagesPerGroup([1, 0, 0]).advantages; // Float64Array [1, -0.5, -0.5]
 */
export function calculateRlooAdvantagesPerGroup(
  rewards: ArrayLike<number | boolean>,
  options?: EstimatorOptions,
): GroupAdvantages {
  return perGroup(calculateRlooAdvantages, rewards, options);
}

function perGroup(
  estimator: SpecEstimator,
  rewards: ArrayLike<number | boolean>,
  options?: EstimatorOptions,
): GroupAdvantages {
  const advantages = estimator(GroupedRewards.from([rewards]), options).advantages.values;
  return { advantages, returns: advantages };
}
