/**
 * Kernels over rows of tokens: flat values with one entry a token, and offsets that say where each row begins. A padded
 * `[batch, time]` matrix is the case of offsets 0, time, 2 · time, ….
 *
 * What holds for all kernels holds here: the same bits from every implementation, only add, subtract, multiply, divide
 * and square root, each in the order written below; nothing but `out` is written. `mask` has one byte a token, not 0
 * where the token is trained, or is null where all are. Lengths are not checked again.
 */
export interface TokenKernels {
  /**
   * Rewards added up backwards in each row, out = reward + gamma · (what comes after). `out` may be `rewards`.
   *
   * With the state s = 0 behind the last token, each token t going backwards, untrained ones by `masked`:
   *
   *     x = rewards[t] + gamma · s;   out[t] = x;   s = x
   */
  discountedReturns(
    tokens: RewardedTokens,
    options: DiscountedReturnsOptions,
    out: Float64Array,
  ): void;

  /**
   * GAE in each row: advantages, and returns = advantages + values. The outs may be `rewards` and `values`, in this order.
   *
   * With a = 0 and v = the row's bootstrap behind the last token, each token t going backwards, untrained ones by `masked`:
   *
   *     x = ((rewards[t] + gamma · v) − values[t]) + (gamma · lambda) · a
   *     advantages[t] = x;   returns[t] = x + values[t];   a = x;   v = values[t]
   */
  generalizedAdvantages(
    tokens: ValuedTokens,
    options: GeneralizedAdvantagesOptions,
    out: AdvantagesAndReturns,
  ): void;

  /**
   * out = (x − mean) / divisor, where mean and variance are of the trained values of each segment, and the results are
   * written at all tokens. `out` may be `values`.
   *
   * Sums are pairwise over all tokens of a segment, in which untrained ones count as +0. With n trained tokens and
   * c = `countEpsilon`: mean = sum / (n + c), variance = squares / max(n − ddof, 0) where c is 0, else
   * squares / (n + c) · (n / (n − ddof)).
   */
  whitenTokens(tokens: MaskedValues, options: WhitenOptions, out: Float64Array): void;

  /**
   * Returns less the baseline of their group and place that has the least variance (OTB). Advantages are 0 at
   * untrained tokens; returns are written everywhere. The outs may be `rewards` and `weights`, in this order.
   *
   * G[t] is the sum of the trained rewards from t on, added backwards; W[t] that of the trained weights up to t, added
   * forwards. At each place of a group of two rows or more
   *
   *     baseline = Σ (G · W) / (Σ W + epsilon)   over the rows whose token there is trained, added in their order
   *
   * and advantage = G − baseline. A place is the number of a token in its row or, with `align` `'trained-token'`,
   * among the trained tokens of its row. A group of one has the baseline 0.
   */
  optimalTokenBaseline(
    tokens: WeightedTokens,
    options: OptimalTokenBaselineOptions,
    out: AdvantagesAndReturns,
  ): void;
}

/**
 * What untrained tokens do to a recursion that runs backwards:
 *
 * - `'carry'`: it passes over them, as if they were not there; they show what it carries;
 * - `'walk'`: they count as any other token;
 * - `'zero'`: they count, with a reward and a value of 0;
 * - `'reset'`: they count, and what comes before them sees nothing of them and of what follows;
 * - `'cut'`: they see nothing of what follows, and count for what comes before.
 */
export type MaskedTokens = 'carry' | 'walk' | 'zero' | 'reset' | 'cut';

export interface MaskedRows {
  /** [tokens] */
  readonly mask: Uint8Array | null;
  /** Ascending from 0 to the number of tokens. [rows + 1] */
  readonly offsets: Uint32Array;
}

export interface RewardedTokens extends MaskedRows {
  /** [tokens] */
  readonly rewards: Float64Array;
}

export interface DiscountedReturnsOptions {
  /** One for all rows, or one a row. */
  readonly gamma: number | Float64Array;
  readonly masked: MaskedTokens;
  /** True: untrained tokens get 0 instead of what the recursion has there. Default false. */
  readonly zeroUntrained?: boolean;
}

export interface ValuedTokens extends RewardedTokens {
  /** [tokens] */
  readonly values: Float64Array;
  /** Value of the state behind the last token; null: 0. [rows] */
  readonly bootstrap: Float64Array | null;
}

export interface GeneralizedAdvantagesOptions extends DiscountedReturnsOptions {
  /** One for all rows, or one a row. */
  readonly lambda: number | Float64Array;
}

export interface AdvantagesAndReturns {
  /** [tokens] */
  readonly advantages: Float64Array;
  /** [tokens] */
  readonly returns: Float64Array;
}

export interface MaskedValues {
  /** [tokens] */
  readonly values: Float64Array;
  /** [tokens] */
  readonly mask: Uint8Array | null;
  /** Segments with statistics of their own; `[0, tokens]` pools all. [segments + 1] */
  readonly offsets: Uint32Array;
}

export interface WhitenOptions {
  /** `'subtract'`: (x − mean) / divisor; `'keep'`: x / divisor; `'restore'`: (x − mean) / divisor + mean. */
  readonly mean: 'subtract' | 'keep' | 'restore';
  /** False: the divisor is 1. */
  readonly divide: boolean;
  readonly ddof: number;
  readonly epsilon: number;
  /** std + ε; sqrt(variance + ε); or sqrt(max(variance, ε)). */
  readonly epsilonPlace: 'outside' | 'inside' | 'floor';
  /** Added to the number of tokens that sums are divided by. */
  readonly countEpsilon: number;
}

export interface WeightedTokens extends RewardedTokens {
  /** Variance proxy of each token. [tokens] */
  readonly weights: Float64Array;
  /** The rows of each group, group after group. [rows] */
  readonly members: Uint32Array;
  /** Where each group begins in `members`. [groups + 1] */
  readonly groups: Uint32Array;
}

export interface OptimalTokenBaselineOptions {
  readonly epsilon: number;
  /** The baseline is 0 from the place that counts the trained tokens of the second longest row, in a row longer than all others. */
  readonly zeroTail: boolean;
  readonly align: 'position' | 'trained-token';
}
