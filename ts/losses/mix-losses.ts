import { checkArray, checkFields } from '../types/check.ts';
import { checkNumber } from './check-number.ts';
import { checkLossResult, type LossFn, type LossResult } from './loss-fn.ts';
import type { LossOptions } from './loss-options.ts';
import type { LossName } from './registry.ts';
import { runLoss } from './run-loss.ts';
import { TokenBatch, type TokenBatchInput } from './token-batch.ts';

/** One loss of several that are added up. */
export interface LossPart {
  readonly loss: LossName | LossFn;
  readonly options?: LossOptions & Readonly<Record<string, unknown>>;
  /** What it is multiplied by. Default 1. */
  readonly scale?: number;
  /** Which of the trained tokens it is computed of; its aggregation counts these alone. Default: all. [tokens] */
  readonly mask?: ArrayLike<number | boolean>;
  /** Factors of the tokens' losses, instead of the batch's `weights`. [tokens] */
  readonly weights?: ArrayLike<number>;
}

const FIELDS: Readonly<Record<keyof LossPart, true>> = {
  loss: true,
  options: true,
  scale: true,
  mask: true,
  weights: true,
};

/**
 * Adds losses of the same tokens up: an auxiliary term (the cross-entropy of good examples, VAPO; distillation, SDAR),
 * or components that have tokens of their own (prime-rl's `rl`, `ce` and `ref_kl`).
 *
 * Metrics are those of the parts, each with the number of its part before it: `0/policy_loss`; and `0/loss`, scaled.
 *
 * @throws UpperhandError as {@link runLoss}, and `invalid-argument` for parts that are not legal
 * @example
 * const batch = [{ logprobs: [-1, -2], advantages: [1, -1] }];
 * mixLosses(batch, [
 *   { loss: 'reinforce' },
 *   { loss: 'cross_entropy', scale: 0.5, mask: [1, 0] },
 * ]).dLogprobs; // Float64Array [-1, 0.5]
 */
export function mixLosses(input: TokenBatchInput, parts: readonly LossPart[]): LossResult {
  checkArray('parts', parts);
  const batch = TokenBatch.from(input);
  const dLogprobs = new Float64Array(batch.numTokens);
  const metrics: Record<string, number> = {};
  let loss = 0;
  for (const [k, part] of (parts as readonly LossPart[]).entries()) {
    checkFields(`parts[${k}]`, part, FIELDS);
    const { scale = 1, options = {} } = part;
    checkNumber(`parts[${k}].scale`, scale, { finite: true });
    const result = runLoss(part.loss, batch.with(part), options);
    loss += scale * result.loss;
    dLogprobs.forEach((slope, i) => {
      dLogprobs[i] = slope + scale * (result.dLogprobs[i] as number);
    });
    metrics[`${k}/loss`] = scale * result.loss;
    for (const [name, value] of Object.entries(result.metrics)) metrics[`${k}/${name}`] = value;
  }
  return checkLossResult({ loss, dLogprobs, metrics }, batch, 'a sum of losses');
}
