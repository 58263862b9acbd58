import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { leveledRatio } from './importance-ratio.ts';
import { type RatioOptions, ratioOptions } from './ratio-options.ts';

/**
 * The policy gradient over samples of another policy, without a clip.
 *
 *     ρ = exp(log π − log π_old)
 *     loss = −ρ A
 *     slope = −ρ A
 *
 * - `maxLogRatio`, off by default: |log ρ| is held there, with slope 0 beyond.
 * - log π_old is a constant for the gradient; `ratioTo` `'rollout'` takes the sampler's instead.
 * - Needs `advantages` and `oldLogprobs`.
 *
 * Source: Tinker's `importance_sampling`; SkyRL's `importance_sampling_loss`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -1], oldLogprobs: [-1, -2], advantages: [1, -1] }];
 * importanceSamplingLoss(batch).dLogprobs; // Float64Array [-0.5, 1.3591409142295225]
 */
export const importanceSamplingLoss: DefinedLoss<RatioOptions> = /* @__PURE__ */ makeLoss({
  title: 'importance sampling',
  formula: '−ρ A',
  source: 'Tinker `importance_sampling`',
  own: ratioOptions(),
  terms: (batch, { ratioLevel, maxLogRatio, ratioTo }) => {
    const advantages = batch.require('advantages');
    const { ratios, slopesOf } = leveledRatio(batch, ratioLevel, maxLogRatio, ratioTo);
    return {
      losses: ratios.map((ratio, i) => -ratio * (advantages[i] as number)),
      slopes: slopesOf(advantages.map((advantage) => -advantage)),
    };
  },
});
