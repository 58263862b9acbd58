import type { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { SpecInputs } from './spec/spec-input.ts';

/** What an estimator may be told; all of it is optional, and an estimator ignores what it has no use for. */
export interface EstimatorOptions extends SpecInputs {
  /** False: GRPO only centres. Default: that of `algorithm`, else true. */
  readonly normAdvByStdInGrpo?: boolean;
  /** Added to a std before dividing by it. Default 1e-6. */
  readonly epsilon?: number;
  /** Default: the process-wide kernels. */
  readonly kernels?: Kernels;
  readonly algorithm?: AlgorithmConfig;
  /** One of a preset's variants, by its name; see `listPresets`. */
  readonly variant?: string;
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
  /** What goes on the steps where it is not the same for all of a trajectory's; `advantages` are then its summary. */
  readonly stepAdvantages?: StepAdvantages;
}

/** One entry a trajectory: one entry a step of it: a number, or one for each response token of the step. */
export type StepAdvantages = readonly (readonly (number | ArrayLike<number>)[])[];

export type AdvantageValues = GroupedRewards | ArrayLike<number> | readonly ArrayLike<number>[];

/** Advantages and returns in the groups of the rewards; for rLLM's five they are the same object. */
export interface GroupedAdvantages {
  readonly advantages: GroupedRewards;
  readonly returns: GroupedRewards;
  /** Of estimators that see steps or tokens. */
  readonly stepAdvantages?: StepAdvantages;
}

/** What the built-in estimators take: grouped rewards, or an array of numbers or booleans for each group. */
export type RewardsInput = GroupedRewards | Iterable<ArrayLike<number | boolean>>;
