import { show } from '../errors/show.ts';
import { checkTokenValues, fail } from './check-token-values.ts';
import type { LossResult } from './loss-fn.ts';
import type { TokenBatch } from './token-batch.ts';

/**
 * Checks what a loss returned: nothing that is not finite may reach the weights of a policy.
 *
 * @param who - the loss, as messages are to call it: `loss "mine"`
 * @throws UpperhandError `invalid-loss-result` with what was expected and what came
 */
export function checkLossResult(result: unknown, batch: TokenBatch, who: string): LossResult {
  if (typeof result !== 'object' || result === null || result instanceof Promise) {
    const came = result instanceof Promise ? 'a promise (losses are synchronous)' : show(result);
    fail(`${who} must return an object { loss, dLogprobs }, got ${came}`);
  }
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
