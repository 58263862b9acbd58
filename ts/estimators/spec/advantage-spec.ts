import type { Scope } from '../../kernels/scope.ts';

/**
 * An estimator as data: advantage = (reward − baseline) / scale, one number a trajectory. `group` statistics run over one
 * group, `pool` statistics over all groups of the call, which are those of one role. It is JSON, and is read-only once it
 * has been used.
 *
 * The order in which it is computed: `columns` are combined, `rows` of one trajectory become one, `missing` rewards are
 * set apart, then `reward` steps, `credit`, `baseline`, `scale`, then the `post` steps one after the other; last, rows get back what their
 * trajectory got.
 */
export interface AdvantageSpec {
  readonly baseline: BaselineSpec;
  readonly scale: ScaleSpec;
  /** What a group of one becomes, wherever a statistic of its group is used. */
  readonly singleton: SingletonSpec;
  /** What NaN stands for among the rewards. Default `'propagate'`. */
  readonly missing?: MissingRule;
  /** Which row speaks for a trajectory of several, told by `trajectoryIds`. Default `'all'`: each row is a member. */
  readonly rows?: 'all' | RowsSpec;
  /** What is done to each reward, one step after the other, before `credit`. */
  readonly reward?: readonly RewardStep[];
  /** Replaces each reward by what it contributes to another goal, before the baseline. */
  readonly credit?: CreditSpec;
  /** How the `columns` of a call become one reward a trajectory. A call without them has one: the rewards. */
  readonly columns?: ColumnsSpec;
  readonly post?: readonly PostStep[];
}

/**
 * As the kernels' `SingletonRule`; `'exclude'`: it gets 0 and is in no statistic of all groups, those of `post` included;
 * `'refuse'` is an error.
 */
export type SingletonSpec = 'raw' | 'zero' | 'member' | 'exclude' | 'refuse';

/**
 * - `'propagate'`: nothing special, the arithmetic decides;
 * - `'exclude'`: no member of any statistic, and its advantage is 0;
 * - `'zero'`: a reward of 0;
 * - `'refuse'`: an error, and so are infinities.
 */
export type MissingRule = 'propagate' | 'exclude' | 'zero' | 'refuse';

export interface RowsSpec {
  /** Which row of a trajectory enters the statistics. */
  readonly speaks: 'first' | 'last';
  /** `'trajectory'` (default): each row gets what the speaking one got; `'row'`: its own reward against the statistics. */
  readonly applies?: 'trajectory' | 'row';
  /**
   * Rows of one trajectory with different rewards, or in different groups. Default `'allow'`. Rewards within 1e-8 +
   * 1e-5 · |reward of the first| of each other count as the same.
   */
  readonly differing?: 'allow' | 'refuse';
  /** Trajectories without a trained token. Default `'allow'`. */
  readonly empty?: 'allow' | 'refuse';
}

export type BaselineSpec =
  | { readonly kind: 'none' }
  | { readonly kind: 'mean'; readonly scope: Scope }
  /** Mean of the other members: n / (n − 1) · (reward − mean) where nothing scales. Default scope `'group'`. */
  | { readonly kind: 'leave-one-out'; readonly scope?: Scope }
  /** Σ L r / Σ L over the group, L the trained tokens of a trajectory (OPO). */
  | { readonly kind: 'length-weighted-mean' }
  /** temperature · log of the group's mean of exp(reward / temperature): its soft maximum (A*-PO). */
  | { readonly kind: 'log-mean-exp'; readonly temperature: number }
  /** The second best reward for the best member (the first of several); all others get 0 (GRPO pass@k). */
  | { readonly kind: 'best-of-rest' }
  /** What a greedy rollout of the same prompt got, one number a trajectory, given as `baselines` (ReMax). */
  | { readonly kind: 'greedy' }
  /** What a critic says of a trajectory, given as `baselines`. */
  | { readonly kind: 'value' }
  /** What an explicit state remembers of earlier calls, by key (RAE, SPO). */
  | { readonly kind: 'tracker'; readonly tracker: TrackerSpec };

export type TrackerSpec =
  /** Moving average of a key's past rewards, one trajectory after the other; starts at 0. */
  | { readonly kind: 'ema'; readonly decay: number }
  /**
   * Mean of a Beta distribution, a / (a + b), as it was before the call; then a ← ρ a + r and b ← ρ b + 1 − r. ρ is
   * `forget`, or a number a trajectory given as `forgetting`.
   */
  | {
      readonly kind: 'beta';
      readonly forget: number;
      readonly prior: { readonly a: number; readonly b: number };
    };

/** How a standard deviation is taken and what is done where there is none. */
export interface StdSpec {
  /** 0: population, 1: sample. */
  readonly ddof: number;
  readonly epsilon: number;
  /** std + ε; sqrt(variance + ε); or sqrt(max(variance, ε)). */
  readonly epsilonPlace: 'outside' | 'inside' | 'floor';
  /** `'token'`: each trajectory counts once for each of its trained tokens. Default `'trajectory'`; pool only. */
  readonly weighting?: 'trajectory' | 'token';
  /** Squares about the mean of what is scaled (default), or about 0: a root mean square. */
  readonly about?: 'mean' | 'zero';
  /** Added to the count that sums are divided by. Default 0; pool only. */
  readonly countEpsilon?: number;
  /** Where all are equal, or the std is at most `zeroUpTo`: divide all the same (default), leave it undivided, or 0. */
  readonly zeroVariance?: 'divide' | 'keep-centred' | 'zero';
  /** Default 0. */
  readonly zeroUpTo?: number;
  /** Where there are no more members than `ddof`, and so no std. Default `'divide'`: the arithmetic decides. */
  readonly tooFew?: 'divide' | 'keep-centred' | 'zero' | 'refuse';
}

export interface StdScale extends StdSpec {
  readonly kind: 'std';
  /** `'leave-one-out'`: of the group's other members. */
  readonly scope: Scope | 'leave-one-out';
  /** Std of the rewards, or of the residuals that the baseline leaves. */
  readonly of: 'values' | 'residuals';
  /** Also subtract the mean of the residuals of that scope. Default false. */
  readonly recentre?: boolean;
}

export type ScaleSpec =
  | { readonly kind: 'none' }
  | StdScale
  /** The mean of the group + ε (MaxRL); where it is not above 0, divide all the same (default) or give 0. */
  | {
      readonly kind: 'mean';
      readonly epsilon: number;
      readonly nonPositive?: 'divide' | 'zero';
    }
  /** The share of rewards that are not 0 in the pool, of none as of one (GPG). */
  | { readonly kind: 'nonzero-share' };

export type CreditSpec =
  /** Share in the expected best of k drawn without replacement (PKPO). k is held within 1 … n. */
  { readonly kind: 'max-at-k'; readonly k: number };

export interface ColumnsSpec {
  /** `'sum'`: weighted sum. `'normalize-then-sum'`: each column by `baseline` and `scale` alone, then the weighted sum (GDPO). */
  readonly combine: 'sum' | 'normalize-then-sum';
  /** NaN in one column: the sum is NaN (default), or is that of the others; a trajectory with none at all stays NaN. */
  readonly missing?: 'propagate' | 'skip';
  /** With fewer columns, a call is refused. Default 1. */
  readonly least?: number;
}

export type RewardStep =
  | { readonly kind: 'clip'; readonly low: number; readonly high: number }
  | { readonly kind: 'add'; readonly number: number }
  | { readonly kind: 'multiply'; readonly by: number }
  /** reward − coefficient · KL, one KL a trajectory, given as `kl`. */
  | { readonly kind: 'kl'; readonly coefficient: number };

export type PostStep =
  | { readonly kind: 'clip'; readonly low: number; readonly high: number }
  | WhitenStep
  /** Factors of the positive and of the negative advantages. */
  | { readonly kind: 'balance'; readonly positive: number; readonly negative: number }
  | { readonly kind: 'multiply'; readonly by: number };

/** (x − mean) / std over all advantages of the call; without `recentre`, x / std. */
export interface WhitenStep extends StdSpec {
  readonly kind: 'whiten';
  readonly recentre: boolean;
}
