import { type DefinedLoss, defineLoss } from './define-loss.ts';
import { clamp, importanceRatio } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { type TokenTerms, trainedMean } from './token-terms.ts';

/**
 * PPO's clipped loss: a ratio that has left the clip range on the side that its advantage pulls to is pulled no
 * further.
 *
 *     ρ = exp(log π − log π_old)
 *     loss = max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A)
 *     slope = −ρ A, or 0 where the clipped one is the greater
 *
 * - `epsClip` 0.2; `epsClipHigh` null: the same. Another one is DAPO's clip-higher (arXiv:2503.14476).
 * - `dualClip` c, off by default: where A < 0 the loss is at most −c A, with slope 0 beyond (arXiv:1912.09729).
 * - `maxLogRatio`, off by default: |log ρ| is held there, with slope 0 beyond. verl, SkyRL and OpenRLHF have 20.
 * - At the very bound of the range, and at ρ = c, a token still has its slope: that of the inside.
 * - log π_old is a constant for the gradient.
 * - Needs `advantages` and `oldLogprobs`. Metrics: `clip_fraction` of tokens with slope 0 by the clip range, and
 *   `dual_clip_fraction` of those bounded by `dualClip`, when it is on.
 *
 * Source: arXiv:1707.06347; Tinker's `ppo`, whose `clip_low_threshold` is 1 − epsClip and `clip_high_threshold`
 * 1 + epsClipHigh; verl's `compute_policy_loss_vanilla`, which always has a dual clip of 3.
 *
 * @example
 * const batch = [{ logprobs: [-1, -1], oldLogprobs: [-1, -2], advantages: 1 }];
 * const { loss, dLogprobs, metrics } = ppoLoss(batch);
 * loss;                  // -1.1
 * dLogprobs;             // Float64Array [-0.5, 0]
 * metrics.clip_fraction; // 0.5
 */
export const ppoLoss: DefinedLoss = /* @__PURE__ */ defineLoss({
  title: 'PPO',
  formula: 'max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A)',
  source: 'arXiv:1707.06347',
  terms,
});

function terms(batch: TokenBatch, options: ResolvedLossOptions): TokenTerms {
  const { epsClip, epsClipHigh, dualClip, maxLogRatio } = options;
  const advantages = batch.require('advantages');
  const { ratios, slopes } = importanceRatio(
    batch.logprobs,
    batch.require('oldLogprobs'),
    maxLogRatio,
  );
  const [low, high] = [1 - epsClip, 1 + (epsClipHigh ?? epsClip)];
  const losses = new Float64Array(batch.numTokens);
  const clipped = new Float64Array(batch.numTokens);
  const dualClipped = new Float64Array(batch.numTokens);
  advantages.forEach((advantage, i) => {
    const plain = -(ratios[i] as number) * advantage;
    const bounded = -clamp(ratios[i] as number, low, high) * advantage;
    const isClipped = bounded > plain;
    const ceiling = dualClip !== null && advantage < 0 ? -dualClip * advantage : Infinity;
    const isDualClipped = Math.max(plain, bounded) > ceiling;
    losses[i] = isDualClipped ? ceiling : Math.max(plain, bounded);
    slopes[i] = isClipped || isDualClipped ? 0 : -(slopes[i] as number) * advantage;
    clipped[i] = Number(isClipped);
    dualClipped[i] = Number(isDualClipped);
  });
  const metrics = { clip_fraction: trainedMean(clipped, batch) };
  if (dualClip === null) return { losses, slopes, metrics };
  const both = { ...metrics, dual_clip_fraction: trainedMean(dualClipped, batch) };
  return { losses, slopes, metrics: both };
}
