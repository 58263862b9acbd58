import type { ResolvedLossOptions } from './loss-options.ts';
import type { TokenBatch } from './token-batch.ts';

/** What a loss gives: a number to be made small, and which way that is. */
export interface LossResult {
  readonly loss: number;
  /** ∂loss/∂logprobs; 0 for tokens that are not trained. [tokens] */
  readonly dLogprobs: Float64Array;
  /** Fractions, means and counts over trained tokens, by name. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** What a function of yours may return for that. */
export interface LossReturn {
  readonly loss: number;
  readonly dLogprobs: ArrayLike<number>;
  readonly metrics?: Readonly<Record<string, number>>;
}

/**
 * A loss: of a checked batch and options with all defaults, the loss and its gradient. What one of yours gives is
 * checked by `runLoss`; aggregation, KL term and rollout correction are its own business, unless it is made by
 * `defineLoss`.
 */
export type LossFn = (batch: TokenBatch, options: ResolvedLossOptions) => LossReturn;
