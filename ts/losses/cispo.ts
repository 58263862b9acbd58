import { refuse } from '../errors/refuse.ts';
import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { clamp, leveledRatio } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import { wordOption } from './own-options.ts';
import { type RatioOptions, ratioOptions } from './ratio-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { type TokenTerms, trainedMean } from './token-terms.ts';

export interface CispoOptions extends RatioOptions {
  /** What becomes of a ratio out of range: it is held at the bound, or the token is left out. */
  readonly beyond: 'clamp' | 'zero';
}

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
 * - `beyond` `'zero'` counts tokens out of the open range as 0: SkyRL's `rollout_is`, with `ratioTo` `'rollout'`.
 * - `ratioTo` `'rollout'` is a correction for the sampler already, so with it a `tisMode` is refused.
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
export const cispoLoss: DefinedLoss<CispoOptions> = /* @__PURE__ */ makeLoss({
  title: 'CISPO',
  formula: '−sg(clip(ρ, 1 − epsClip, 1 + epsClipHigh)) A log π',
  source: 'arXiv:2506.13585',
  defaults: { epsClip: 1, epsClipHigh: 3 },
  own: {
    ...ratioOptions(),
    beyond: wordOption('clamp', ['clamp', 'zero'], 'how ratios out of range count, held or as 0'),
  },
  terms,
});

function terms(batch: TokenBatch, options: ResolvedLossOptions & CispoOptions): TokenTerms {
  const { epsClip, epsClipHigh, maxLogRatio, beyond, ratioTo, tisMode } = options;
  if (beyond === 'clamp' && ratioTo === 'rollout' && tisMode !== null)
    refuse('tisMode', 'null with ratioTo "rollout", whose ratio corrects already', tisMode);
  const { logprobs } = batch;
  const advantages = batch.require('advantages');
  const { ratios } = leveledRatio(batch, options.ratioLevel, maxLogRatio, ratioTo);
  const [low, high] = [1 - epsClip, 1 + (epsClipHigh ?? epsClip)];
  const held = ratios.map((ratio) => {
    if (beyond === 'clamp') return clamp(ratio, low, high);
    return ratio > low && ratio < high ? ratio : 0;
  });
  const slopes = held.map((ratio, i) => -ratio * (advantages[i] as number));
  const clipped = held.map((ratio, i) => Number(ratio !== ratios[i]));
  return {
    losses: slopes.map((slope, i) => slope * (logprobs[i] as number)),
    slopes,
    metrics: { clip_fraction: trainedMean(clipped, batch) },
  };
}
