import { type ClippedOptions, clippedOptions, clippedTerms } from './clipped-terms.ts';
import { type DefinedLoss, makeLoss } from './define-loss.ts';

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
 * - `ratioCap` δ, off by default: ρ is held below δ first, also where A < 0, with slope 0 beyond (arXiv:2505.07291).
 * - `ratioTo` `'rollout'` takes the ratio to the sampler; `ratioLevel` `'sequence'` makes it GSPO's.
 * - At the very bound of the range, and at ρ = c, a token still has its slope: that of the inside.
 * - log π_old is a constant for the gradient.
 * - Needs `advantages` and `oldLogprobs`. Metrics: `clip_fraction` of tokens with slope 0 by the clip range,
 *   of them `clip_fraction_low` with A < 0 and `clip_fraction_high` with A > 0, and `dual_clip_fraction` of those bounded
 *   by `dualClip`, when it is on.
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
export const ppoLoss: DefinedLoss<ClippedOptions> = /* @__PURE__ */ makeLoss({
  title: 'PPO',
  formula: 'max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A)',
  source: 'arXiv:1707.06347',
  own: clippedOptions('token'),
  terms: clippedTerms,
});
