import { show } from '../errors/show.ts';
import { kernelsOr } from '../kernels/active-kernels.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { toNumber } from '../types/check.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** Rewards nearer to 0 than this count as zero. */
const ZERO = 1e-8;

export interface ByNameOptions {
  /** First piece of the keys. Default `'reward'`. */
  readonly prefix?: string;
  /** Adds the share of rewards that are zero. Default false. */
  readonly includeFractionZero?: boolean;
  /** Default: the process-wide ones. */
  readonly kernels?: Kernels;
}

/**
 * Mean, max, min and std of the trajectories' rewards by trajectory name: `{prefix}/{name}/mean` and so on, names in
 * the order in which they first appear, with or without a reward. Missing rewards are skipped; a name that has none is
 * left out.
 *
 * Source: rLLM's `reduce_metrics_by_trajectory_name`.
 *
 * @throws UpperhandError `invalid-argument` for a reward that is no number
 *
 * @example
 * const group = createTrajectoryGroup({
 *   trajectories: [1, 0].map((reward) => createTrajectory({ name: 'solver', reward })),
 * });
 * reduceMetricsByTrajectoryName([group])['reward/solver/mean']; // 0.5
 */
export function reduceMetricsByTrajectoryName(
  groups: Iterable<TrajectoryGroup>,
  options: ByNameOptions = {},
): Record<string, number> {
  const { prefix = 'reward', includeFractionZero = false } = options;
  const kernels = kernelsOr(options.kernels);
  const byName = new Map<string, number[]>();
  for (const { trajectories } of groups) {
    for (const { name, reward } of trajectories) {
      const rewards = byName.get(name) ?? [];
      byName.set(name, rewards);
      // JSON of others may lack the field.
      if ((reward ?? null) !== null) rewards.push(toNumber(`reward of ${show(name)}`, reward));
    }
  }
  const metrics: Record<string, number> = {};
  for (const [name, rewards] of byName) {
    if (rewards.length === 0) continue;
    const summary = kernels.summarize(Float64Array.from(rewards), { threshold: ZERO });
    for (const statistic of ['mean', 'max', 'min', 'std'] as const)
      metrics[`${prefix}/${name}/${statistic}`] = summary[statistic];
    if (includeFractionZero)
      metrics[`${prefix}/${name}/fraction_zero`] = summary.countBelow / summary.count;
  }
  return metrics;
}
