import type { EstimatorOptions, GroupedAdvantages } from '../estimators/adv-estimator.ts';
import { getAdvEstimator } from '../estimators/registry.ts';
import { runNamed } from '../estimators/run-adv-estimator.ts';
import type { SpecInputs } from '../estimators/spec/spec-input.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { EstimatorName } from '../types/advantage-estimator.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { RolePool } from './role-pool.ts';

export interface EstimateOptions {
  readonly kernels: Kernels;
  /** Replaces the estimators' own. */
  readonly epsilon?: number | undefined;
  /** What is known of the trajectories beside the pool's groups. */
  readonly inputs?: SpecInputs | undefined;
  /** What the estimator remembers of earlier batches, see `trackerCall`. */
  readonly tracker?: Pick<EstimatorOptions, 'state' | 'keys'> | null;
}

/** The estimator that a config gives to a role. */
export function estimatorOf(role: string, config: AlgorithmConfig): EstimatorName {
  const { estimatorMap, estimator } = config;
  return (Object.hasOwn(estimatorMap, role) ? estimatorMap[role] : undefined) ?? estimator;
}

/**
 * Advantages of one role, aligned with `pool.rewards`.
 *
 * @throws UpperhandError `unknown-estimator`, `estimator-failed` when a custom one throws, or `invalid-estimator-result`
 *   when it returns the wrong shape
 */
export function estimatePool(
  pool: RolePool,
  config: AlgorithmConfig,
  { kernels, epsilon, inputs, tracker = null }: EstimateOptions,
): GroupedAdvantages {
  const name = estimatorOf(pool.role, config);
  const options: EstimatorOptions = {
    normAdvByStdInGrpo: config.normAdvByStdInGrpo,
    kernels,
    algorithm: config,
    groups: pool.groups,
    ...(epsilon === undefined ? {} : { epsilon }),
    ...tracker,
    ...inputs,
  };
  const { role, rewards } = pool;
  return runNamed(getAdvEstimator(name), rewards, options, { name, role });
}
