import { show } from '../errors/show.ts';
import { checkTokenValues, fail, tell } from './check-yours.ts';
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

/**
 * Checks what a loss returned: nothing that is not finite may reach the weights of a policy.
 *
 * @param who - the loss, as messages are to call it: `loss "mine"`
 * @throws UpperhandError `invalid-loss-result` with what was expected and what came
 */
export function checkLossResult(result: unknown, batch: TokenBatch, who: string): LossResult {
  if (typeof result !== 'object' || result === null || result instanceof Promise)
    fail(`${who} must return an object { loss, dLogprobs }, got ${tell(result)}`);
  const { loss, dLogprobs, metrics = {} } = result as Record<string, unknown>;
  const gradient = checkTokenValues(`${who}: dLogprobs`, dLogprobs, batch);
  if (!Number.isFinite(loss)) fail(`${who}: loss must be a finite number, got ${show(loss)}`);
  if (typeof metrics !== 'object' || metrics === null)
    fail(`${who}: metrics must be an object of numbers, got ${show(metrics)}`);
  for (const [name, value] of Object.entries(metrics))
    if (typeof value !== 'number')
      fail(`${who}: metric ${show(name)} must be a number, got ${show(value)}`);
  return {
    loss: loss as number,
    dLogprobs: gradient,
    metrics: metrics as Record<string, number>,
  };
}
