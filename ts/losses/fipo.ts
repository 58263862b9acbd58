import { type ClippedOptions, clippedOptions, clippedTerms } from './clipped-terms.ts';
import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { clamp, leveledRatio } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import { flagOption, numberOption, optionalNumber } from './own-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { type TokenTerms, trainedMean } from './token-terms.ts';

export interface FipoOptions extends ClippedOptions {
  /** After how many tokens a move counts half, > 0. */
  readonly halfLife: number;
  /** The weight is held within 1 ± this; null: it is not. */
  readonly weightRange: number | null;
  /** The weight is not held below 1, but at 1. */
  readonly highOnly: boolean;
  /** Where A < 0 and ρ is above this, the weight is held within [0.8, 1]; null: nowhere. */
  readonly safetyRatio: number | null;
}

/**
 * FIPO: PPO's clip, each token weighted by how far the policy has moved on what came after it.
 *
 *     F_t = Σ_{u ≥ t} γ^(u − t) log ρ_u over the trained tokens of the sequence, γ = 2^(−1 / halfLife)
 *     loss = sg(clip(exp(F), low, 1 + weightRange)) max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A)
 *
 * - `halfLife` 32; u − t is a distance in tokens, trained or not. `weightRange` 0.2 and `highOnly`: weights from 1 to 1.2.
 * - `safetyRatio` 4. Tokens above `ratioCap`, where it is on, add nothing to F.
 * - All else, and metrics, as `ppo`; and `influence`, the mean weight.
 *
 * Source: arXiv:2603.19835; ms-swift `loss_type="fipo"`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -0.9], oldLogprobs: [-1, -1], advantages: 1 }];
 * fipoLoss(batch).dLogprobs[0]; // -0.5514026500575219
 */
export const fipoLoss: DefinedLoss<FipoOptions> = /* @__PURE__ */ makeLoss({
  title: 'FIPO',
  formula:
    'sg(clip(exp(Σ_{u ≥ t} γ^(u−t) log ρᵤ), 1, 1 + weightRange)) max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A), γ = 2^(−1/halfLife)',
  source: 'arXiv:2603.19835',
  own: {
    ...clippedOptions('token'),
    halfLife: numberOption(32, { above: 0 }, 'tokens after which a move counts half'),
    weightRange: optionalNumber(0.2, { min: 0 }, 'how far the weight may go from 1'),
    highOnly: flagOption(true, 'the weight is not below 1'),
    safetyRatio: optionalNumber(4, { min: 0 }, 'ratio above which tokens of A < 0 are not raised'),
  },
  terms,
});

function terms(batch: TokenBatch, options: ResolvedLossOptions & FipoOptions): TokenTerms {
  const { losses, slopes, metrics } = clippedTerms(batch, options);
  const influence = influences(batch, options);
  return {
    losses: losses.map((loss, i) => loss * (influence[i] as number)),
    slopes: (weights) => {
      const weighted = weights.map((weight, i) => weight * (influence[i] as number));
      if (typeof slopes === 'function') return slopes(weighted);
      return weighted.map((weight, i) => weight * (slopes[i] as number));
    },
    metrics: { ...metrics, influence: trainedMean(influence, batch, 1) },
  };
}

function influences(batch: TokenBatch, options: ResolvedLossOptions & FipoOptions): Float64Array {
  const { halfLife, weightRange, highOnly, safetyRatio, ratioCap, maxLogRatio } = options;
  const { offsets, mask, trained } = batch;
  const { ratioLevel, ratioTo } = options;
  const { logRatios } = leveledRatio(batch, 'token', maxLogRatio, ratioTo);
  const { ratios } = leveledRatio(batch, ratioLevel, maxLogRatio, ratioTo);
  const advantages = batch.require('advantages');
  const gamma = 2 ** (-1 / halfLife);
  const future = new Float64Array(batch.numTokens);
  trained.forEach((_, s) => {
    let sum = 0;
    for (let i = (offsets[s + 1] as number) - 1; i >= (offsets[s] as number); i--) {
      const counts = mask[i] === 1 && (ratioCap === null || (ratios[i] as number) <= ratioCap);
      sum = gamma * sum + (counts ? (logRatios[i] as number) : 0);
      future[i] = mask[i] === 1 ? sum : 0;
    }
  });
  return future.map((sum, i) => {
    const free = Math.exp(sum);
    const low = highOnly ? 1 : 1 - (weightRange ?? 0);
    const held = weightRange === null ? free : clamp(free, low, 1 + weightRange);
    const isUnsafe = safetyRatio !== null && (ratios[i] as number) > safetyRatio;
    return isUnsafe && (advantages[i] as number) < 0 ? clamp(held, 0.8, 1) : held;
  });
}
