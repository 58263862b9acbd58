import type { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** What an estimator may be told; all of it is optional, and an estimator ignores what it has no use for. */
export interface EstimatorOptions {
  /** False: GRPO only centres. Default: that of `algorithm`, else true. */
  readonly normAdvByStdInGrpo?: boolean;
  /** Added to a std before dividing by it. Default 1e-6. */
  readonly epsilon?: number;
  /** Default: the process-wide kernels. */
  readonly kernels?: Kernels;
  readonly algorithm?: AlgorithmConfig;
  /** The groups that the rewards come from, aligned with them; empty where there are only numbers. */
  readonly groups?: readonly TrajectoryGroup[];
}

/**
 * Turns the rewards of all groups of one role into advantages.
 *
 * The result holds one advantage for each reward, flat (aligned with `rewards.values`) or one array a group. A
 * wrong length is refused with both numbers. `returns` may be left out; nothing in the collector reads it.
 */
export type AdvEstimator = (rewards: GroupedRewards, options?: EstimatorOptions) => AdvantageResult;

export interface AdvantageResult {
  readonly advantages: AdvantageValues;
  readonly returns?: AdvantageValues;
}

export type AdvantageValues = GroupedRewards | ArrayLike<number> | readonly ArrayLike<number>[];

/** What the built-in estimators give: advantages and returns, which are the same object for all five. */
export interface GroupedAdvantages {
  readonly advantages: GroupedRewards;
  readonly returns: GroupedRewards;
}

/** What the built-in estimators take: grouped rewards, or an array of numbers or booleans for each group. */
export type RewardsInput = GroupedRewards | Iterable<ArrayLike<number | boolean>>;
