import type { MaskedTokens } from '../../kernels/token-kernels.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';

/**
 * A token-level estimator as data: advantages are one number a token. It is computed in the order of its fields: the steps
 * of `rewards` act on the token rewards, `credit` turns rewards into advantages and returns, the steps of `post` act on
 * the advantages. It is JSON.
 */
export interface TokenSpec {
  readonly level: 'token';
  readonly rewards?: readonly TokenStep[];
  readonly credit: TokenCredit;
  readonly post?: readonly TokenStep[];
  /**
   * Numbers of trained tokens that are not finite: `'refuse'` (default) is an error; `'propagate'`: the arithmetic decides.
   */
  readonly missing?: 'refuse' | 'propagate';
}

/** One number a token becomes another. Untrained tokens are changed too, unless it says otherwise. */
export type TokenStep =
  | OutcomeStep
  | KlStep
  | TokenWhitenStep
  | TeacherReweightStep
  /** Less the row's number of `baselines`, at trained tokens (ReMax). */
  | { readonly kind: 'baseline' }
  | { readonly kind: 'clip'; readonly low: number; readonly high: number }
  | { readonly kind: 'multiply'; readonly by: number }
  | { readonly kind: 'add'; readonly value: number }
  /** 0 at untrained tokens. */
  | { readonly kind: 'mask' };

/**
 * One number a row, put back among its tokens. Of `outcomes`, where rows have them: it is then added to the token rewards.
 * Else the sum of the row's token rewards, which it replaces.
 */
export interface OutcomeStep {
  readonly kind: 'outcome';
  /** What becomes of the outcomes of a group. Default: they stay as they are. */
  readonly spec?: AdvantageSpec;
  /** `'last-trained'`: at the last trained token, nowhere in a row without one; `'last'`; or at `'every'` token. */
  readonly place: 'last-trained' | 'last' | 'every';
  /** Which rewards are summed. Default `'all'`. */
  readonly of?: 'all' | 'trained';
  /** Rows without a trained token. Default `'allow'`. */
  readonly empty?: 'allow' | 'refuse';
}

/** x − coefficient · KL, the divergence from another model at each token. */
export interface KlStep {
  readonly kind: 'kl';
  /** Of d = log π − log π_other: k1 d; k2 d²/2; k3 exp(−d) − 1 + d; abs |d|. */
  readonly estimator: 'k1' | 'k2' | 'k3' | 'abs';
  readonly coefficient: number;
  /** Whose log-probabilities: `refLogprobs` (default) or `teacherLogprobs` (on-policy distillation). */
  readonly from?: 'reference' | 'teacher';
  /** d is held within ±inputCap. */
  readonly inputCap?: number;
  /** The estimate is held within ±cap. */
  readonly cap?: number;
  /** Which tokens. Default `'trained'`. */
  readonly tokens?: 'trained' | 'all';
  /** True: only what it is above the mean of all trained tokens. Default false. */
  readonly centred?: boolean;
  /** Each token also gets the discounted terms of those after it in its row. Default 0: it does not. */
  readonly discount?: number;
}

/** (x − mean) / std, of the trained tokens. */
export interface TokenWhitenStep {
  readonly kind: 'whiten';
  /** Whose mean and std: of all rows (default), or of the rows of each group. */
  readonly scope?: 'pool' | 'group';
  /** Which tokens the statistics are of. Default `'trained'`. */
  readonly of?: 'trained' | 'all';
  readonly ddof: 0 | 1;
  readonly epsilon: number;
  /** std + ε; sqrt(variance + ε); or sqrt(max(variance, ε)). */
  readonly epsilonPlace: 'outside' | 'inside' | 'floor';
  /** `'subtract'` (default); `'keep'`: x / std; `'restore'`: added again after dividing. */
  readonly mean?: 'subtract' | 'keep' | 'restore';
  /** False: it only subtracts the mean. Default true. */
  readonly divide?: boolean;
  /** Added to the number of tokens in the mean and the variance. Default 0. */
  readonly countEpsilon?: number;
  /** With no more tokens than ddof, or none: the arithmetic (default), 0, unchanged, or an error. */
  readonly few?: 'arithmetic' | 'zero' | 'keep' | 'refuse';
}

/**
 * x · ((1 − mix) + mix · w), w = exp(sign(x) · (log π_teacher − log π)) held within 1 ± clip, at trained tokens; 0 at
 * others (RLSD).
 */
export interface TeacherReweightStep {
  readonly kind: 'teacher-reweight';
  readonly mix: number;
  readonly clip: number;
  /** True: positive x stay as they are. Default false. */
  readonly negativeOnly?: boolean;
}

export type TokenCredit =
  /** Advantages and returns are the rewards. */
  | { readonly kind: 'none' }
  | DiscountedReturnCredit
  | GaeCredit
  | OptimalTokenBaselineCredit
  | TurnGroupCredit;

/** Σ γ^k r of the tokens from here on (REINFORCE, REINFORCE++). */
export interface DiscountedReturnCredit extends Timed {
  readonly kind: 'discounted-return';
  readonly gamma: number;
}

/** Generalized advantages over `values`; returns are advantages + values. */
export interface GaeCredit extends Timed {
  readonly kind: 'gae';
  readonly gamma: number;
  readonly lambda: Lambda;
  /** λ of the returns, where it is another than that of the advantages (decoupled GAE, VAPO). */
  readonly valueLambda?: Lambda;
}

/**
 * λ of all rows, or by the row's number L of trained time steps: 1 − 1 / max(α L, 1) (VAPO), or q^(1 / (L − 1)), so that
 * rows of any length have the same at the same share of their length; 1 for L = 1 and 0 for L = 0.
 */
export type Lambda =
  | number
  | { readonly kind: 'length-adaptive'; readonly alpha: number }
  | { readonly kind: 'relative-position'; readonly q: number };

interface Timed {
  /** What untrained tokens do to a recursion over tokens. */
  readonly masked: MaskedTokens;
  /** What untrained tokens get: what the recursion has there (`'keep'`, default), or an advantage of `'zero'`. */
  readonly untrained?: 'keep' | 'zero';
  /**
   * What a time step is. `'token'` (default); `'turn'`: the trained tokens of equal `turns`; `'segment'`: a run of
   * trained tokens. A step has the value of its first token, and its tokens all get what the step gets; untrained
   * tokens get 0, and as return their value.
   */
  readonly step?: 'token' | 'turn' | 'segment';
  /** Reward of a turn or segment: the sum over its tokens (default), or the one at its last token. */
  readonly stepReward?: 'sum' | 'last';
}

/**
 * Returns less the baseline of the least variance for each group and place (OTB): Σ G W / (Σ W + ε) over the group's
 * rows, W the sum up to there of 1 − 2 π + Σ π², times the square of `rolloutWeights` where there are any.
 */
export interface OptimalTokenBaselineCredit {
  readonly kind: 'optimal-token-baseline';
  readonly epsilon: number;
  /** In a row longer than all others of its group, no baseline from where only it goes on. */
  readonly zeroTail: boolean;
  /** Places are counted over all tokens of a row, or over its trained ones (the multi-turn form). */
  readonly align: 'position' | 'trained-token';
}

/**
 * A turn's reward against those of the turns with its number in the group's rows, and beside it what the row's outcome
 * (`outcomes`) gets (MT-GRPO). Tokens get what their turn gets; untrained ones 0. How many turns are compared depends on
 * how long rows go on, so late turns have other baselines than early ones.
 */
export interface TurnGroupCredit {
  readonly kind: 'turn-group';
  /** Of the rewards of turns. */
  readonly turn: AdvantageSpec;
  /** Of the outcomes of rows. Default: they play no part. */
  readonly outcome?: AdvantageSpec;
  /** Factor of the outcome's advantage. Default 1. */
  readonly weight?: number;
}
