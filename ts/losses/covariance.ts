import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { clamp, importanceRatio } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import { numberOption, optionalNumber } from './own-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { type TokenTerms, trainedMean } from './token-terms.ts';

/*
 * Entropy falls where likely tokens are made likelier: where log π and A vary together over the batch. Both losses hold
 * the few tokens of high (A − mean A)(log π − mean log π) back, means over all trained tokens of the batch; so parts of a
 * batch are not the whole.
 */

export interface ClipCovOptions {
  /** Part of the trained tokens that is left out, > 0; at least one token. */
  readonly covRatio: number;
  /** Tokens at or below this covariance stay. */
  readonly covLow: number;
  /** Tokens at or above this covariance stay. */
  readonly covHigh: number;
  /** Which of the candidates are left out: a seed of a shuffle, or null for the first ones. */
  readonly seed: number | null;
}

/**
 * Clip-Cov: PPO's clip, and a random few of the tokens of high covariance take no part.
 *
 *     loss = max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A), or 0 for a token that is left out
 *
 * - `covRatio` 0.0002 of the tokens, of those with a covariance between `covLow` 1 and `covHigh` 5; tokens that are clipped
 *   anyway are no candidates.
 * - `seed` 0. Equal seeds leave out equal tokens; give another one at each step.
 * - Needs `advantages` and `oldLogprobs`. Metric: `clip_fraction` of tokens left out by their covariance.
 *
 * Source: arXiv:2505.22617; verl's `compute_policy_loss_clip_cov`, which shuffles by PyTorch's generator.
 *
 * @example
 * const batch = [{ logprobs: [-0.1, -4], oldLogprobs: [-0.1, -4], advantages: [1, -1] }];
 * clipCovLoss(batch, { covLow: 0, seed: null }).dLogprobs; // Float64Array [0, 0.5]
 */
export const clipCovLoss: DefinedLoss<ClipCovOptions> = /* @__PURE__ */ makeLoss({
  title: 'Clip-Cov',
  formula:
    'max(−ρ A, −clip(ρ, 1 − epsClip, 1 + epsClipHigh) A), 0 for some tokens of covLow < cov < covHigh, cov = (A − mean A) (log π − mean log π)',
  source: 'arXiv:2505.22617',
  own: {
    covRatio: numberOption(0.0002, { above: 0 }, 'part of the tokens that is left out'),
    covLow: numberOption(1, {}, 'tokens at or below this covariance stay'),
    covHigh: numberOption(5, {}, 'tokens at or above this covariance stay'),
    seed: optionalNumber(0, { finite: true }, 'of the choice among candidates; null: the first'),
  },
  terms: clipCovTerms,
});

function clipCovTerms(
  batch: TokenBatch,
  options: ResolvedLossOptions & ClipCovOptions,
): TokenTerms {
  const { epsClip, epsClipHigh, maxLogRatio, covRatio, covLow, covHigh, seed } = options;
  const advantages = batch.require('advantages');
  const old = batch.require('oldLogprobs');
  const { ratios, slopes } = importanceRatio(batch.logprobs, old, maxLogRatio);
  const plain = ratios.map((ratio, i) => -ratio * (advantages[i] as number));
  const bounded = ratios.map((ratio, i) => {
    return -clamp(ratio, 1 - epsClip, 1 + (epsClipHigh ?? epsClip)) * (advantages[i] as number);
  });
  const isClipped = plain.map((loss, i) => Number((bounded[i] as number) > loss));
  const covariances = covariancesOf(batch, advantages);
  const candidates = trainedTokens(batch).filter((i) => {
    const covariance = covariances[i] as number;
    return isClipped[i] === 0 && covariance > covLow && covariance < covHigh;
  });
  const wanted = Math.max(Math.floor(covRatio * batch.numTrained), 1);
  const chosen = seed === null ? candidates : shuffled(candidates, seed);
  const isOut = new Float64Array(batch.numTokens);
  for (const i of chosen.slice(0, wanted)) isOut[i] = 1;
  return {
    losses: plain.map((loss, i) => (isOut[i] === 1 ? 0 : Math.max(loss, bounded[i] as number))),
    slopes: slopes.map((slope, i) => {
      return isOut[i] === 1 || isClipped[i] === 1 ? 0 : -slope * (advantages[i] as number);
    }),
    metrics: { clip_fraction: trainedMean(isOut, batch) },
  };
}

export interface KlCovOptions {
  /** Part of the trained tokens that is held, > 0; at least one token. */
  readonly covRatio: number;
  /** Weight of |log ρ| at the tokens held, ≥ 0. */
  readonly klCoef: number;
}

/**
 * KL-Cov: the policy gradient with ratios, and a penalty on the tokens of the highest covariance.
 *
 *     loss = −ρ A, and + klCoef |log ρ| for the part covRatio of the tokens that has the highest covariance
 *
 * - `covRatio` 0.0002, `klCoef` 1. Of tokens with the same covariance the first go before.
 * - Needs `advantages` and `oldLogprobs`. Metric: `held_fraction` of tokens with the penalty.
 *
 * Source: arXiv:2505.22617; verl's `compute_policy_loss_kl_cov`.
 *
 * @example
 * const batch = [{ logprobs: [-0.5, -4], oldLogprobs: [-1, -4], advantages: [1, -1] }];
 * klCovLoss(batch).loss; // -0.0743606353500641
 */
export const klCovLoss: DefinedLoss<KlCovOptions> = /* @__PURE__ */ makeLoss({
  title: 'KL-Cov',
  formula: '−ρ A, and + klCoef |log ρ| where (A − mean A) (log π − mean log π) is highest',
  source: 'arXiv:2505.22617',
  own: {
    covRatio: numberOption(0.0002, { above: 0 }, 'part of the tokens that is held'),
    klCoef: numberOption(1, { min: 0, finite: true }, 'weight of |log ρ| at those'),
  },
  terms: (batch, { covRatio, klCoef, maxLogRatio }) => {
    const advantages = batch.require('advantages');
    const old = batch.require('oldLogprobs');
    const { ratios, logRatios, slopes } = importanceRatio(batch.logprobs, old, maxLogRatio);
    const covariances = covariancesOf(batch, advantages);
    const held = new Float64Array(batch.numTokens);
    const wanted = Math.max(Math.floor(covRatio * batch.numTrained), 1);
    trainedTokens(batch)
      .sort((a, b) => (covariances[b] as number) - (covariances[a] as number))
      .slice(0, wanted)
      .forEach((i) => {
        held[i] = klCoef;
      });
    const penalties = logRatios.map((logRatio, i) => (held[i] as number) * Math.abs(logRatio));
    return {
      losses: ratios.map(
        (ratio, i) => -ratio * (advantages[i] as number) + (penalties[i] as number),
      ),
      slopes: slopes.map((slope, i) => {
        const pull = (held[i] as number) * Math.sign(logRatios[i] as number);
        return -slope * (advantages[i] as number) + (slope === 0 ? 0 : pull);
      }),
      metrics: { held_fraction: trainedMean(held.map(Math.sign), batch) },
    };
  },
});

function covariancesOf(batch: TokenBatch, advantages: Float64Array): Float64Array {
  const meanAdvantage = trainedMean(advantages, batch);
  const meanLogprob = trainedMean(batch.logprobs, batch);
  return advantages.map((advantage, i) => {
    return (advantage - meanAdvantage) * ((batch.logprobs[i] as number) - meanLogprob);
  });
}

function trainedTokens({ mask }: TokenBatch): number[] {
  return Array.from(mask.keys()).filter((i) => mask[i] === 1);
}

/** Fisher and Yates, with numbers of mulberry32. */
function shuffled(tokens: readonly number[], seed: number): number[] {
  const mixed = [...tokens];
  let state = seed | 0;
  for (let i = mixed.length - 1; i > 0; i--) {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    const j = Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 4294967296) * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as number, mixed[i] as number];
  }
  return mixed;
}
