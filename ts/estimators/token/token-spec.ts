/**
 * A token-level estimator as data; advantages are one number a token. Computed in the order of its fields: `kl` enters the
 * rewards, `credit` turns rewards into advantages and returns, `post` steps follow.
 */
export interface TokenSpec {
  readonly level: 'token';
  readonly credit: TokenCredit;
  readonly post?: readonly TokenPostStep[];
}

/** What happens at tokens that are not trained, going backwards: pass over them, forget what came after, or count them. */
export type MaskedTokens = 'carry' | 'reset' | 'walk';

export type TokenCredit =
  | { readonly kind: 'discounted-return'; readonly gamma: number; readonly masked: MaskedTokens }
  | {
      readonly kind: 'gae';
      readonly gamma: number;
      readonly lambda: number;
      readonly masked: MaskedTokens;
    };

export type TokenPostStep =
  | {
      readonly kind: 'whiten';
      readonly ddof: number;
      readonly epsilon: number;
      readonly epsilonPlace: 'outside' | 'inside' | 'floor';
      readonly recentre: boolean;
    }
  | { readonly kind: 'clip'; readonly low: number; readonly high: number };
