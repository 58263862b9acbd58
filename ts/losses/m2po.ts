import { type ClippedOptions, clippedOptions, clippedTerms } from './clipped-terms.ts';
import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { numberOption } from './own-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { trainedMean } from './token-terms.ts';

export interface M2poOptions extends ClippedOptions {
  /** What the mean of (log π_old − log π_rollout)² must be below, > 0. */
  readonly secondMoment: number;
}

/**
 * M2PO: PPO's loss without the tokens whose sampler was farthest from π_old, as many as it takes until the mean square of
 * log π_old − log π_rollout over the others is below a bound; at least one token stays.
 *
 * - `secondMoment` 0.04. The tokens are chosen over the whole batch, so parts of it are not the whole. What is left out
 *   counts 0; the aggregation still counts it, where AReaL does not.
 * - All else, and metrics, as `ppo`; and `rejected_fraction` of tokens left out. Needs `rolloutLogprobs`, too.
 *
 * Source: arXiv:2510.01161; AReaL's `_apply_m2po_masking`.
 *
 * @example
 * const batch = [
 *   { logprobs: [-1, -1], oldLogprobs: [-1, -1], rolloutLogprobs: [-1, -3], advantages: 1 },
 * ];
 * m2poLoss(batch).dLogprobs; // Float64Array [-0.5, 0]
 */
export const m2poLoss: DefinedLoss<M2poOptions> = /* @__PURE__ */ makeLoss({
  title: 'M2PO',
  formula:
    'max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A), 0 for the tokens of largest (log π_old − log π_rollout)²',
  source: 'arXiv:2510.01161',
  own: {
    ...clippedOptions('token'),
    secondMoment: numberOption(
      0.04,
      { above: 0 },
      'bound of the mean of (log π_old − log π_rollout)² over the others',
    ),
  },
  terms: (batch, options) => {
    const { losses, slopes, metrics } = clippedTerms(batch, options);
    const kept = keptTokens(batch, options.secondMoment);
    const masked = (values: Float64Array): Float64Array =>
      values.map((value, i) => value * (kept[i] as number));
    return {
      losses: masked(losses),
      slopes: typeof slopes === 'function' ? (weights) => slopes(masked(weights)) : masked(slopes),
      metrics: {
        ...metrics,
        rejected_fraction: trainedMean(
          kept.map((on) => 1 - on),
          batch,
        ),
      },
    };
  },
});

function keptTokens(batch: TokenBatch, bound: number): Float64Array {
  const old = batch.require('oldLogprobs');
  const rollout = batch.require('rolloutLogprobs');
  const squares = old.map((logprob, i) => (logprob - (rollout[i] as number)) ** 2);
  const descending = Array.from(squares.keys())
    .filter((i) => batch.mask[i] === 1)
    .sort((a, b) => (squares[b] as number) - (squares[a] as number));
  let rest = descending.reduce((total, i) => total + (squares[i] as number), 0);
  const kept = Float64Array.from(batch.mask);
  for (const [k, i] of descending.entries()) {
    const left = descending.length - k;
    if (rest / left < bound || left === 1) break;
    kept[i] = 0;
    rest -= squares[i] as number;
  }
  return kept;
}
