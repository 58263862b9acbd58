/**
 * What token-level estimators take: rows of tokens, flat, with offsets. A padded `[batch, time]` matrix is the case of
 * offsets 0, time, 2 · time, … with a mask. Every array but those marked [rows] has one entry a token.
 */
export interface TokenRows {
  /** Where each row begins: ascending from 0 to the number of tokens. [rows + 1] */
  readonly offsets: ArrayLike<number>;
  /** Reward of each token; an outcome stands at the last trained one. [tokens] */
  readonly rewards: ArrayLike<number>;
  /** 1 or true where a token is trained. Default: all are. [tokens] */
  readonly mask?: ArrayLike<number | boolean>;
  /** What a critic says before each token. [tokens] */
  readonly values?: ArrayLike<number>;
  /** [tokens] */
  readonly logprobs?: ArrayLike<number>;
  /** [tokens] */
  readonly refLogprobs?: ArrayLike<number>;
  /** [tokens] */
  readonly teacherLogprobs?: ArrayLike<number>;
  /** Σ π² over the vocabulary at each token. [tokens] */
  readonly sumPiSquared?: ArrayLike<number>;
  /** Importance weights of the sampler. [tokens] */
  readonly rolloutWeights?: ArrayLike<number>;
  /** Rows of one group are compared with each other. [rows] */
  readonly groups?: readonly unknown[];
  /** Turn of each token, ascending in a row. [tokens] */
  readonly turns?: ArrayLike<number>;
}

export interface TokenAdvantages {
  /** [tokens] */
  readonly advantages: Float64Array;
  /** [tokens] */
  readonly returns: Float64Array;
}
