import type { EpsilonPlace, Scope } from '../../kernels/kernels.ts';

/**
 * An estimator as data: advantage = (reward − baseline) / scale, one number a trajectory. `group` statistics run over one
 * group, `pool` statistics over all groups of the call, which are those of one role.
 *
 * The order in which it is computed: `columns` are combined, `rows` of one trajectory become one, `missing` rewards are
 * set apart, `credit`, `baseline`, `scale`, then the `post` steps one after the other; last, rows get back what their
 * trajectory got.
 */
export interface AdvantageSpec {
  readonly baseline: BaselineSpec;
  readonly scale: ScaleSpec;
  /** What a group of one becomes, wherever a statistic of its group is used. */
  readonly singleton: SingletonSpec;
  /** What NaN stands for among the rewards. Default `'propagate'`. */
  readonly missing?: MissingRule;
  /** Which row speaks for a trajectory of several. Default `'all'`: each row is a member of its group. */
  readonly rows?: RowsRule;
  /** Replaces each reward by what it contributes to another goal, before the baseline. */
  readonly credit?: CreditSpec;
  /** How several rewards of a trajectory become one. Without it, there is one. */
  readonly columns?: ColumnsSpec;
  readonly post?: readonly PostStep[];
}

/** As the kernels' `SingletonRule`; `'refuse'` is an error. */
export type SingletonSpec = 'raw' | 'zero' | 'member' | 'refuse';

/**
 * - `'propagate'`: nothing special, the arithmetic decides;
 * - `'exclude'`: no member of any statistic, and its advantage is 0;
 * - `'zero'`: a reward of 0;
 * - `'refuse'`: an error.
 */
export type MissingRule = 'propagate' | 'exclude' | 'zero' | 'refuse';

export type RowsRule = 'all' | 'first' | 'last';

export type BaselineSpec =
  | { readonly kind: 'none' }
  | { readonly kind: 'mean'; readonly scope: Scope }
  /** Mean of the group's other members: n / (n − 1) · (reward − mean) where nothing scales. */
  | { readonly kind: 'leave-one-out' }
  /** Σ L r / Σ L over the group, L the trained tokens of a trajectory (OPO). */
  | { readonly kind: 'length-weighted-mean' }
  /** The second best reward for the best member; all others get 0 (GRPO pass@k). */
  | { readonly kind: 'best-of-rest' }
  /** What a greedy rollout of the same prompt got, one number a trajectory, given as `baselines` (ReMax). */
  | { readonly kind: 'greedy' }
  /** What a critic says of a trajectory, given as `baselines`. */
  | { readonly kind: 'value' }
  /** What an explicit state remembers of earlier calls, by key (RAE, SPO). */
  | { readonly kind: 'tracker'; readonly tracker: TrackerSpec };

export type TrackerSpec =
  /** Exponential moving average of past rewards, its value before the update; starts at 0. */
  | { readonly kind: 'ema'; readonly decay: number }
  /** Mean of a Beta distribution, a / (a + b), its value before the update. */
  | { readonly kind: 'beta' };

export type ScaleSpec =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'std';
      /** `'leave-one-out'`: of the group's other members. */
      readonly scope: Scope | 'leave-one-out';
      /** Std of the rewards, or of the residuals that the baseline leaves. */
      readonly of: 'values' | 'residuals';
      /** 0: population, 1: sample. */
      readonly ddof: number;
      readonly epsilon: number;
      /** std + ε; sqrt(variance + ε); or sqrt(max(variance, ε)). */
      readonly epsilonPlace: EpsilonPlace | 'floor';
      /** `'token'`: each trajectory counts once for each of its trained tokens. Default `'trajectory'`; pool only. */
      readonly weighting?: 'trajectory' | 'token';
      /** Also subtract the mean of what is scaled. Default false. */
      readonly recentre?: boolean;
      /** Where the std is 0: divide all the same (default), leave the residual as it is, or give 0. */
      readonly zeroVariance?: 'divide' | 'keep-centred' | 'zero';
    }
  /** The mean of the group + ε (MaxRL); where it is not above 0, divide all the same (default) or give 0. */
  | {
      readonly kind: 'mean';
      readonly epsilon: number;
      readonly nonPositive?: 'divide' | 'zero';
    }
  /** The share of rewards that are not 0 in the pool (GPG). */
  | { readonly kind: 'nonzero-share' };

export type CreditSpec =
  /** Share in the expected best of k drawn without replacement (PKPO). k is held within 1 … n. */
  { readonly kind: 'max-at-k'; readonly k: number };

export interface ColumnsSpec {
  /** `'sum'`: weighted sum. `'normalize-then-sum'`: each column by `baseline`, `scale` in its group, then the weighted sum (GDPO). */
  readonly combine: 'sum' | 'normalize-then-sum';
}

export type PostStep =
  | { readonly kind: 'clip'; readonly low: number; readonly high: number }
  /** (x − mean) / std over all advantages of the call; without `recentre`, x / std. */
  | {
      readonly kind: 'whiten';
      readonly weighting: 'trajectory' | 'token';
      readonly recentre: boolean;
      readonly ddof: number;
      readonly epsilon: number;
      readonly epsilonPlace: EpsilonPlace | 'floor';
    }
  /** Factors of the positive and of the negative advantages. */
  | { readonly kind: 'balance'; readonly positive: number; readonly negative: number }
  | { readonly kind: 'multiply'; readonly by: number };
