import type { EstimatorOptions } from '../estimators/adv-estimator.ts';
import { flattenAdvantages } from '../estimators/advantage-result.ts';
import { getAdvEstimator, isSpecEstimator } from '../estimators/registry.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { EstimatorName } from '../types/advantage-estimator.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { RolePool } from './role-pool.ts';

export interface EstimateOptions {
  readonly kernels: Kernels;
  /** Replaces the estimators' own. */
  readonly epsilon?: number | undefined;
}

/** The estimator that a config gives to a role. */
export function estimatorOf(role: string, config: AlgorithmConfig): EstimatorName {
  const { estimatorMap, estimator } = config;
  return (Object.hasOwn(estimatorMap, role) ? estimatorMap[role] : undefined) ?? estimator;
}

/**
 * Advantages of one role, aligned with `pool.rewards.values`.
 *
 * @throws UpperhandError `unknown-estimator`, or `invalid-estimator-result` when a custom one returns the wrong shape
 */
export function estimatePool(
  pool: RolePool,
  config: AlgorithmConfig,
  { kernels, epsilon }: EstimateOptions,
): Float64Array {
  const name = estimatorOf(pool.role, config);
  const options: EstimatorOptions = {
    normAdvByStdInGrpo: config.normAdvByStdInGrpo,
    kernels,
    algorithm: config,
    groups: pool.groups,
    ...(epsilon === undefined ? {} : { epsilon }),
  };
  const estimator = getAdvEstimator(name);
  if (isSpecEstimator(estimator))
    return flattenAdvantages(estimator(pool.rewards, options), pool.rewards, name);
  // Somebody else's function may scribble on what it gets, and use what it gave again for the next role.
  const rewards = pool.rewards.withValues(pool.rewards.values.slice());
  return flattenAdvantages(estimator(rewards, options), rewards, name).slice();
}
