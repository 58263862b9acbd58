import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { clamp, sequenceMeans, sequenceSums, spread } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import { numberOption } from './own-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { type TokenTerms, trainedMean } from './token-terms.ts';

export interface GmpoOptions {
  /** Added to the number of tokens that means are divided by, ≥ 0. */
  readonly meanEpsilon: number;
}

/**
 * GMPO: one ratio for a sequence, the geometric mean of those of its tokens, each clipped by itself and in log space.
 *
 *     c = log ρ, held below epsClipHigh where A > 0 and above −epsClip where A < 0; 0 where A is 0
 *     loss = −mean(A) exp(mean(c)), means over the trained tokens of the sequence
 *     slope = loss / n, or 0 where c was held
 *
 * - `epsClip` 0.4, the paper's: ratios of tokens within exp(±0.4). Aggregation `'seq-mean-token-mean'`, so that each
 *   sequence counts once.
 * - `meanEpsilon` 0; verl adds 1e-8 to n.
 * - Needs `advantages` and `oldLogprobs`. Metrics: `clip_fraction_low` and `clip_fraction_high` of tokens held.
 *
 * Source: arXiv:2507.20673; verl's `compute_policy_loss_geo_mean`; TRL's `GMPOTrainer`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -1], oldLogprobs: [-1, -2], advantages: 1 }];
 * gmpoLoss(batch).dLogprobs; // Float64Array [-0.6107013790800849, 0]
 */
export const gmpoLoss: DefinedLoss<GmpoOptions> = /* @__PURE__ */ makeLoss({
  title: 'GMPO',
  formula:
    '−mean(A) exp(mean(c)), c = min(log ρ, epsClipHigh) where A > 0, max(log ρ, −epsClip) where A < 0',
  source: 'arXiv:2507.20673',
  defaults: { epsClip: 0.4, aggregation: 'seq-mean-token-mean' },
  own: {
    meanEpsilon: numberOption(
      0,
      { min: 0, finite: true },
      'added to the tokens that means divide by',
    ),
  },
  terms,
});

function terms(batch: TokenBatch, options: ResolvedLossOptions & GmpoOptions): TokenTerms {
  const { epsClip, epsClipHigh, meanEpsilon } = options;
  const advantages = batch.require('advantages');
  const old = batch.require('oldLogprobs');
  const free = batch.logprobs.map((logprob, i) => logprob - (old[i] as number));
  const bounds = [-epsClip, epsClipHigh ?? epsClip] as const;
  const held = free.map((logRatio, i) => {
    const advantage = advantages[i] as number;
    if (advantage === 0) return 0;
    return advantage > 0 ? Math.min(logRatio, bounds[1]) : Math.max(logRatio, bounds[0]);
  });
  const moves = held.map((logRatio, i) => Number(logRatio === free[i] && advantages[i] !== 0));
  const logRatios = sequenceMeans(held, batch, meanEpsilon);
  const means = sequenceMeans(advantages, batch, meanEpsilon);
  const losses = logRatios.map((logRatio, i) => -(means[i] as number) * Math.exp(logRatio));
  const slopes = (weights: Float64Array): Float64Array => {
    const pulled = spread(sequenceSums(weights, batch), batch, (sum, s) => {
      return sum / ((batch.trained[s] as number) + meanEpsilon);
    });
    return pulled.map((pull, i) => pull * (losses[i] as number) * (moves[i] as number));
  };
  const fraction = (sign: number): number =>
    trainedMean(
      free.map((logRatio, i) => {
        const isHeld = clamp(logRatio, ...bounds) !== logRatio && Math.sign(logRatio) === sign;
        return Number(isHeld && Math.sign(advantages[i] as number) === sign);
      }),
      batch,
    );
  const metrics = { clip_fraction_low: fraction(-1), clip_fraction_high: fraction(1) };
  return { losses, slopes, metrics };
}
