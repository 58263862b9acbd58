import { refuse } from '../errors/refuse.ts';
import { sum } from '../kernels/js/pairwise-sum.ts';
import type { TisMode } from '../types/algorithm-config.ts';
import { checkRecord } from '../types/check.ts';
import { checkNumber } from './check-number.ts';
import { TokenBatch, type TokenBatchInput } from './token-batch.ts';

export interface RolloutWeightOptions {
  /** By token: exp(log π_old − log π_rollout); by sequence: the product of these over its trained tokens. */
  readonly tisMode: TisMode;
  /** Upper bound of a weight, > 0. Default 5. */
  readonly tisCap?: number;
  /** Lower bound of a weight, ≥ 0. Default 0. */
  readonly tisFloor?: number;
  /** What becomes of a weight out of bounds: it is held there, or the token is left out (IcePop). Default `'clamp'`. */
  readonly tisBeyond?: TisBeyond;
}

export type TisBeyond = 'clamp' | 'zero';

/**
 * Truncated importance sampling: what a token's loss is multiplied by because the sampler (another engine, other
 * precision, older weights) was not quite π_old. π_old/π_rollout, held within [tisFloor, tisCap]; a constant for the
 * gradient. With `tisBeyond: 'zero'` what is out of bounds counts 0 instead: IcePop (arXiv:2510.18855).
 *
 * Source: F. Yao et al., "Your Efficient RL Framework Secretly Brings You Off-Policy RL Training", 2025; `rollout_is`
 * of verl, `tis_mode` and `tis_cap` of rLLM, whose bound on |log ratio| of 20 is not needed here.
 *
 * @throws UpperhandError `invalid-argument` when the batch has no `oldLogprobs` or `rolloutLogprobs`, for another mode
 *   and for a cap that is not > 0
 * @example
 * const batch = TokenBatch.from([
 *   { logprobs: [-1, -1], oldLogprobs: [-1, -2], rolloutLogprobs: [-2, -2] },
 * ]);
 * rolloutWeights(batch, { tisMode: 'token' });                 // Float64Array [2.718281828459045, 1]
 * rolloutWeights(batch, { tisMode: 'sequence', tisCap: 1.5 }); // Float64Array [1.5, 1.5]
 */
export function rolloutWeights(
  batch: TokenBatchInput,
  options: RolloutWeightOptions,
): Float64Array {
  checkRecord('options', options);
  const { tisMode, tisCap = 5, tisFloor = 0, tisBeyond = 'clamp' } = options;
  if (tisMode !== 'token' && tisMode !== 'sequence')
    refuse('tisMode', '"token" or "sequence"', tisMode);
  checkTisBounds(tisCap, tisFloor);
  if (tisBeyond !== 'clamp' && tisBeyond !== 'zero')
    refuse('tisBeyond', '"clamp" or "zero"', tisBeyond);
  const checked = TokenBatch.from(batch);
  const { mask, offsets, trained } = checked;
  const rollout = checked.require('rolloutLogprobs');
  const logRatios = checked
    .require('oldLogprobs')
    .map((logprob, i) => logprob - (rollout[i] as number));
  if (tisMode === 'sequence') {
    trained.forEach((_, s) => {
      const [start, end] = [offsets[s] as number, offsets[s + 1] as number];
      logRatios.fill(sum(logRatios, start, end), start, end);
    });
  }
  return logRatios.map((logRatio, i) => {
    if (mask[i] === 0) return 0;
    const ratio = Math.exp(logRatio);
    const held = Math.max(Math.min(ratio, tisCap), tisFloor);
    return tisBeyond === 'zero' && held !== ratio ? 0 : held;
  });
}

export function checkTisBounds(tisCap: number, tisFloor: number): void {
  checkNumber('tisCap', tisCap, { above: 0 });
  checkNumber('tisFloor', tisFloor, { min: 0, finite: true });
  if (tisFloor > tisCap) refuse('tisFloor', `at most tisCap, ${tisCap}`, tisFloor);
}
