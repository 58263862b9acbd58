import type { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { percentile } from '../kernels/percentile.ts';

/** A group whose rewards spread less than this says nothing about which trajectory was better. */
export const NO_SIGNAL_BELOW = 1e-8;

const PERCENTILES = [10, 50, 90];

/** What a group tells a group-relative estimator. */
export type GroupSignal = 'informative' | 'too-easy' | 'too-hard' | 'constant';

/**
 * `informative` when the rewards spread; otherwise `too-easy` when all reached 1, `too-hard` when none got above 0,
 * else `constant`. A NaN std is not informative, and NaN is neither easy nor hard.
 *
 * @param mean - of the group's rewards
 * @param std - of the group's rewards, population
 */
export function groupSignal(mean: number, std: number): GroupSignal {
  if (std >= NO_SIGNAL_BELOW) return 'informative';
  if (mean >= 1) return 'too-easy';
  return mean <= 0 ? 'too-hard' : 'constant';
}

/**
 * How much of a role's batch can teach anything, over its groups of two and more (none: no keys).
 *
 * Keys: `batch/{role}/total`, `/informative` (counts); `/fractions/effective`, `/fractions/too_easy`,
 * `/fractions/too_hard` (of the total); `/group_reward_mean/p{10,50,90}`, `/group_reward_std/p{10,50,90}`
 * (percentiles over groups).
 *
 * Source: rLLM's difficulty metrics in `collect_reward_and_advantage_from_trajectory_groups`.
 *
 * @example
 * difficultyMetrics('solver', GroupedRewards.from([[1, 0], [1, 1]]), jsKernels)['batch/solver/fractions/too_easy']; // 0.5
 */
export function difficultyMetrics(
  role: string,
  rewards: GroupedRewards,
  kernels: Kernels,
): Record<string, number> {
  const { values, offsets } = groupsThatCompare(rewards);
  const total = offsets.length - 1;
  if (total === 0) return {};
  const { mean: means, std: stds } = kernels.segmentSummaries(values, offsets);
  const count: Record<GroupSignal, number> = {
    informative: 0,
    'too-easy': 0,
    'too-hard': 0,
    constant: 0,
  };
  means.forEach((m, g) => {
    count[groupSignal(m, stds[g] as number)]++;
  });
  const metrics: Record<string, number> = {
    [`batch/${role}/total`]: total,
    [`batch/${role}/informative`]: count.informative,
    [`batch/${role}/fractions/effective`]: count.informative / total,
    [`batch/${role}/fractions/too_easy`]: count['too-easy'] / total,
    [`batch/${role}/fractions/too_hard`]: count['too-hard'] / total,
  };
  means.sort();
  stds.sort();
  for (const p of PERCENTILES) {
    metrics[`batch/${role}/group_reward_mean/p${p}`] = percentile(means, p);
    metrics[`batch/${role}/group_reward_std/p${p}`] = percentile(stds, p);
  }
  return metrics;
}

/** The groups of two and more. All of them are the usual case, and then nothing is copied. */
function groupsThatCompare({ values, offsets }: GroupedRewards): {
  values: Float64Array;
  offsets: Uint32Array;
} {
  const size = (g: number): number => (offsets[g + 1] as number) - (offsets[g] as number);
  let groups = 0;
  let length = 0;
  for (let g = 0; g + 1 < offsets.length; g++) {
    if (size(g) < 2) continue;
    groups++;
    length += size(g);
  }
  if (groups === offsets.length - 1) return { values, offsets };
  const kept = new Float64Array(length);
  const ends = new Uint32Array(groups + 1);
  let next = 0;
  for (let g = 0; g + 1 < offsets.length; g++) {
    if (size(g) < 2) continue;
    kept.set(values.subarray(offsets[g], offsets[g + 1]), ends[next]);
    ends[next + 1] = (ends[next] as number) + size(g);
    next++;
  }
  return { values: kept, offsets: ends };
}
