import { Places } from '../errors/places.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { difficultyMetrics } from '../metrics/difficulty.ts';
import { advantageMetrics, rewardMetrics } from '../metrics/role-metrics.ts';
import type { RolePool } from './role-pool.ts';

/**
 * The collector's metrics in rLLM's order: rewards by role, then advantages by role, then difficulty by role. Without
 * advantages there are rewards only.
 *
 * @param advantages - pooled advantages by role, in the order in which their keys are to appear; null: not collected
 * @throws UpperhandError `empty-group` naming the role whose pool holds nothing
 */
export function poolMetrics(
  pools: readonly RolePool[],
  advantages: ReadonlyMap<string, Float64Array> | null,
  kernels: Kernels,
): Record<string, number> {
  const metrics: Record<string, number> = {};
  for (const pool of pools) {
    if (pool.rewards.values.length === 0) {
      const ids = new Places();
      for (let g = 0; g < pool.rewards.numGroups; g++) ids.add(() => pool.groupId(g));
      throw new UpperhandError(
        'empty-group',
        `role ${show(pool.role)} has no trajectories in any of its groups (${ids}): nothing to take a mean of`,
      );
    }
    Object.assign(metrics, rewardMetrics(pool.role, pool.rewards.values, kernels));
  }
  if (!advantages) return metrics;
  for (const [role, values] of advantages) {
    if (values.length === 0) {
      throw new UpperhandError(
        'empty-group',
        `role ${show(role)} has advantages for steps or tokens, and no step or token that has one: nothing to take a mean of`,
      );
    }
    Object.assign(metrics, advantageMetrics(role, values, kernels));
  }
  for (const pool of pools)
    Object.assign(metrics, difficultyMetrics(pool.role, pool.rewards, kernels));
  return metrics;
}
