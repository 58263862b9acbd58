import { type DefinedLoss, defineLoss } from './define-loss.ts';
import { clamp, importanceRatio } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { type TokenTerms, trainedMean } from './token-terms.ts';

/**
 * CISPO: the policy gradient, weighted by a ratio that is clipped and held constant. No token loses its gradient; the
 * clip only bounds how much it counts.
 *
 *     ρ = exp(log π − log π_old)
 *     loss = −sg(clip(ρ, 1 − epsClip, 1 + epsClipHigh)) A log π
 *     slope = −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A
 *
 * - `epsClip` 1, no lower bound, and `epsClipHigh` 3: ratios from 0 to 4, Tinker's defaults. A lower bound above 0 keeps
 *   pushing tokens that the policy has left already.
 * - The clipped ratio is a constant for the gradient (sg, stop gradient), so the slope is not the derivative of the
 *   loss's value; it is what the policy follows.
 * - `maxLogRatio`, off by default, bounds |log ρ| before exp.
 * - Needs `advantages` and `oldLogprobs`. Metric: `clip_fraction` of tokens whose ratio was clipped.
 *
 * Source: arXiv:2506.13585; Tinker's `cispo` with `clip_low_threshold` 1 − epsClip and `clip_high_threshold`
 * 1 + epsClipHigh; verl's `compute_policy_loss_cispo`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -0.5], oldLogprobs: [-1, -2.5], advantages: 1 }];
 * const { loss, dLogprobs, metrics } = cispoLoss(batch);
 * loss;                  // 1.5
 * dLogprobs;             // Float64Array [-0.5, -2]
 * metrics.clip_fraction; // 0.5
 */
export const cispoLoss: DefinedLoss = /* @__PURE__ */ defineLoss({
  title: 'CISPO',
  formula: '−sg(clip(ρ, 1 − epsClip, 1 + epsClipHigh)) A log π',
  source: 'arXiv:2506.13585',
  defaults: { epsClip: 1, epsClipHigh: 3 },
  terms,
});

function terms(batch: TokenBatch, options: ResolvedLossOptions): TokenTerms {
  const { epsClip, epsClipHigh, maxLogRatio } = options;
  const { logprobs } = batch;
  const advantages = batch.require('advantages');
  const { ratios } = importanceRatio(logprobs, batch.require('oldLogprobs'), maxLogRatio);
  const held = ratios.map((ratio) => clamp(ratio, 1 - epsClip, 1 + (epsClipHigh ?? epsClip)));
  const slopes = held.map((ratio, i) => -ratio * (advantages[i] as number));
  const clipped = held.map((ratio, i) => Number(ratio !== ratios[i]));
  return {
    losses: slopes.map((slope, i) => slope * (logprobs[i] as number)),
    slopes,
    metrics: { clip_fraction: trainedMean(clipped, batch) },
  };
}
