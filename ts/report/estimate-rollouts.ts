import { type EstimateOptions, estimatePool, estimatorOf } from '../advantage/estimate-pool.ts';
import type { RolePool } from '../advantage/role-pool.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { behindName } from '../estimators/behind-name.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';

export interface RolloutEstimateOptions extends Pick<EstimateOptions, 'kernels' | 'epsilon'> {
  /** Tokens that the policy wrote in each rollout of the pool; null where some are not known. */
  readonly lengths: Float64Array | null;
}

/**
 * Advantages of rollouts that were read without their content, aligned with the rewards of the pool. Each is a whole
 * trajectory.
 *
 * @throws UpperhandError as `estimatePool`; what an estimator lacks is told with its name
 */
export function estimateRollouts(
  pool: RolePool,
  config: AlgorithmConfig,
  { kernels, epsilon, lengths }: RolloutEstimateOptions,
): Float64Array {
  const trajectoryIds = new Uint32Array(pool.rewards.values.length);
  for (let i = 0; i < trajectoryIds.length; i++) trajectoryIds[i] = i;
  const inputs = { trajectoryIds, ...(lengths !== null && { lengths }) };
  try {
    return estimatePool(pool, config, { kernels, epsilon, inputs }).advantages.values;
  } catch (error) {
    if (!(error instanceof UpperhandError) || error.code !== 'invalid-argument') throw error;
    const who = `estimator ${show(estimatorOf(pool.role, config))} (role ${show(pool.role)})`;
    throw new UpperhandError(
      error.code,
      `${behindName(who, error).message}. Files give an estimator the rewards, group by group, and lengths where every rollout counts the tokens of its response; in code, runAdvEstimator takes everything`,
      { cause: error },
    );
  }
}
