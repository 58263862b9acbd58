import { refuse } from '../../errors/refuse.ts';
import { checkCount } from '../../types/check.ts';

/**
 * What token-level estimators take: rows of tokens, flat, with offsets. A padded `[rows, time]` matrix is the case of
 * offsets 0, time, 2 · time, … with a mask; `paddedOffsets` makes them. Every array has one entry a token, but those that
 * are marked otherwise.
 */
export interface TokenRows {
  /** Where each row begins: ascending from 0 to the number of tokens. [rows + 1] */
  readonly offsets: ArrayLike<number>;
  /** Reward of each token; an outcome stands at the last trained one. Default: 0. [tokens] */
  readonly rewards?: ArrayLike<number>;
  /** Rewards of whole rows, for the step `outcome`. [rows] */
  readonly outcomes?: ArrayLike<number>;
  /** 1 or true where a token is trained. Default: all are. [tokens] */
  readonly mask?: ArrayLike<number | boolean>;
  /** What a critic says of the state before each token. [tokens] */
  readonly values?: ArrayLike<number>;
  /** What a critic says of the state behind the last token, where a row was cut off; 0 where it ended. [rows] */
  readonly bootstrap?: ArrayLike<number>;
  /** What is subtracted by the step `baseline`: the reward of a greedy rollout. [rows] */
  readonly baselines?: ArrayLike<number>;
  /** log π(token) of the policy that sampled. [tokens] */
  readonly logprobs?: ArrayLike<number>;
  /** [tokens] */
  readonly refLogprobs?: ArrayLike<number>;
  /** [tokens] */
  readonly teacherLogprobs?: ArrayLike<number>;
  /** Σ π² over the vocabulary at each token. [tokens] */
  readonly sumPiSquared?: ArrayLike<number>;
  /** Importance weights of the sampler. [tokens] */
  readonly rolloutWeights?: ArrayLike<number>;
  /** Rows of equal keys are one group (equality as in a Map). [rows] */
  readonly groups?: ArrayLike<unknown>;
  /** Turn of each token; only those of trained tokens count, and they ascend in a row. [tokens] */
  readonly turns?: ArrayLike<number>;
}

export interface TokenAdvantages {
  /** [tokens] */
  readonly advantages: Float64Array;
  /** [tokens] */
  readonly returns: Float64Array;
}

/**
 * The offsets of a padded matrix.
 *
 * @param rows - how many rows
 * @param time - entries a row
 * @throws UpperhandError `invalid-argument` for what is no whole number ≥ 0, and for more than 2³² − 1 entries
 * @example
 * paddedOffsets(2, 3); // Uint32Array [0, 3, 6]
 */
export function paddedOffsets(rows: number, time: number): Uint32Array {
  checkCount('rows', rows);
  checkCount('time', time);
  if (rows * time > 0xffffffff) refuse('rows · time', 'below 2³²', rows * time);
  return Uint32Array.from({ length: rows + 1 }, (_, row) => row * time);
}
