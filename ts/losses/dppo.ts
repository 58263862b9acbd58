import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { leveledRatio, type RatioTo } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import { numberOption, type OwnOptions, wordOption } from './own-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { addSlopes, type TokenTerms, trainedMean } from './token-terms.ts';

export interface DppoOptions {
  /** How far the policy may move away from a token of A ≤ 0, ≥ 0. */
  readonly deltaLow: number;
  /** How far it may move towards a token of A > 0, ≥ 0. */
  readonly deltaHigh: number;
  /** −ρ A, or −sg(ρ) A log π: one slope, two values. */
  readonly surrogate: 'ratio' | 'held-ratio';
  /** The held ratio is at most this. */
  readonly heldRatioCap: number;
  /** Weight of (log ρ)² at every token, ≥ 0. */
  readonly logRatioPenalty: number;
  /** The policy that ratio and divergence are taken to. */
  readonly ratioTo: RatioTo;
}

type Divergence = (logprob: number, old: number) => number;

/** |π − π_old|, with the sign of the move. */
const totalVariation: Divergence = (logprob, old) => Math.exp(logprob) - Math.exp(old);

/** KL of the two-valued distributions "this token, or another one", with the sign of the move. */
const binaryKl: Divergence = (logprob, old) => {
  const [now, before] = [Math.exp(logprob), Math.exp(old)];
  const rest = Math.log((1 - before + 1e-8) / (1 - now + 1e-8));
  const measured = before * (old - logprob) + (1 - before) * rest;
  // A probability above 1, as rounding makes it, is as far as it goes.
  const divergence = Number.isNaN(measured) ? Infinity : measured;
  return now > before ? divergence : now < before ? -divergence : 0;
};

function dppoOptions(delta: number): OwnOptions<DppoOptions> {
  return {
    deltaLow: numberOption(delta, { min: 0 }, 'δ where A ≤ 0: how far π may fall'),
    deltaHigh: numberOption(delta, { min: 0 }, 'δ where A > 0: how far π may rise'),
    surrogate: wordOption('ratio', ['ratio', 'held-ratio'], '−ρ A, or −sg(ρ) A log π'),
    heldRatioCap: numberOption(Infinity, { above: 0 }, 'upper bound of the held ratio'),
    logRatioPenalty: numberOption(0, { min: 0, finite: true }, 'weight of (log ρ)² at every token'),
    ratioTo: wordOption('old', ['old', 'rollout'], 'the policy that π is compared with'),
  };
}

/**
 * DPPO by total variation: a token takes part until the policy has moved too far in the direction of its advantage, where
 * far is how much probability it has won or lost, and not the ratio.
 *
 *     D = π − π_old
 *     loss = −ρ A, or 0 where A > 0 and D > deltaHigh, or where A ≤ 0 and −D > deltaLow
 *     slope = −ρ A, or 0
 *
 * - `deltaLow` and `deltaHigh` 0.2. `logRatioPenalty` λ, off by default, adds λ (log ρ)² at every token: prime-rl has 1e-3.
 * - `surrogate` `'held-ratio'`, verl's: −sg(min(ρ, heldRatioCap)) A log π, with that ratio as slope.
 * - The mask is a constant for the gradient. `ratioTo` `'rollout'` compares with the sampler, as the paper does.
 * - Needs `advantages` and `oldLogprobs`. Metrics: `clip_fraction` of tokens left out; `clip_fraction_low`, those of A < 0;
 *   `clip_fraction_high`, those of A > 0.
 *
 * Source: arXiv:2602.04879; verl's `compute_policy_loss_dppo_tv`; prime-rl's `default_loss_fn`.
 *
 * @example
 * const batch = [{ logprobs: [-0.1, -3], oldLogprobs: [-1, -1], advantages: [1, 1] }];
 * dppoTvLoss(batch).dLogprobs; // Float64Array [0, -0.06766764161830635]
 */
export const dppoTvLoss: DefinedLoss<DppoOptions> = /* @__PURE__ */ makeLoss({
  title: 'DPPO-TV',
  formula: '−ρ A, 0 where sign(A) (π − π_old) > δ',
  source: 'arXiv:2602.04879',
  own: dppoOptions(0.2),
  terms: (batch, options) => dppoTerms(batch, options, totalVariation),
});

/**
 * DPPO by binary KL: as {@link dppoTvLoss}, with the KL divergence of "this token or another" as the measure.
 *
 *     D = π_old log(π_old/π) + (1 − π_old) log((1 − π_old + 1e-8) / (1 − π + 1e-8)), with the sign of π − π_old
 *
 * - `deltaLow` and `deltaHigh` 0.05. All else as `dppo_tv`.
 *
 * Source: arXiv:2602.04879; verl's `compute_policy_loss_dppo_kl`.
 *
 * @example
 * const batch = [{ logprobs: [-0.1, -3], oldLogprobs: [-1, -1], advantages: [1, 1] }];
 * dppoKlLoss(batch).dLogprobs; // Float64Array [0, -0.06766764161830635]
 */
export const dppoKlLoss: DefinedLoss<DppoOptions> = /* @__PURE__ */ makeLoss({
  title: 'DPPO-KL',
  formula:
    '−ρ A, 0 where sign(A) D > δ, D = KL(π_old ‖ π) of this token or another, signed as π − π_old',
  source: 'arXiv:2602.04879',
  own: dppoOptions(0.05),
  terms: (batch, options) => dppoTerms(batch, options, binaryKl),
});

export interface IpoOptions {
  /** How far the probability of a token may move, in any direction, ≥ 0. */
  readonly threshold: number;
  /** Weight of (log ρ)² at every token, ≥ 0. */
  readonly logRatioPenalty: number;
  readonly ratioTo: RatioTo;
}

/**
 * prime-rl's IPO: as {@link dppoTvLoss}, but a token is left out whichever way its probability has moved.
 *
 *     loss = −ρ A + logRatioPenalty (log ρ)², without the first term where |π − π_old| > threshold
 *
 * - `threshold` 0.1, `logRatioPenalty` 1e-3, `ratioTo` `'rollout'`: prime-rl's. Needs `rolloutLogprobs`.
 *
 * Source: prime-rl's `ipo_loss_fn`.
 *
 * @example
 * const batch = [{ logprobs: [-2], rolloutLogprobs: [-2], advantages: 1 }];
 * ipoLoss(batch).dLogprobs; // Float64Array [-1]
 */
export const ipoLoss: DefinedLoss<IpoOptions> = /* @__PURE__ */ makeLoss({
  title: 'IPO',
  formula: '−ρ A + logRatioPenalty (log ρ)², without −ρ A where |π − π_old| > threshold',
  source: 'prime-rl `ipo_loss_fn`',
  own: {
    threshold: numberOption(0.1, { min: 0 }, 'how far the probability of a token may move'),
    logRatioPenalty: numberOption(1e-3, { min: 0, finite: true }, 'weight of (log ρ)²'),
    ratioTo: wordOption('rollout', ['old', 'rollout'], 'the policy that π is compared with'),
  },
  terms: (batch, { threshold, ...options }) => {
    const settings = { ...options, surrogate: 'ratio', heldRatioCap: Infinity } as const;
    const both = (logprob: number, old: number) => Math.abs(totalVariation(logprob, old));
    const isOut = outOf(batch, options.ratioTo, (_, d) => d > threshold, both);
    return maskedTerms(batch, settings, isOut);
  },
});

function dppoTerms(
  batch: TokenBatch,
  options: ResolvedLossOptions & DppoOptions,
  divergence: Divergence,
): TokenTerms {
  const { deltaLow, deltaHigh, ratioTo } = options;
  const leaves = (advantage: number, d: number): boolean =>
    advantage > 0 ? d > deltaHigh : -d > deltaLow;
  return maskedTerms(batch, options, outOf(batch, ratioTo, leaves, divergence));
}

function outOf(
  batch: TokenBatch,
  ratioTo: RatioTo,
  leaves: (advantage: number, divergence: number) => boolean,
  divergence: Divergence,
): Float64Array {
  const advantages = batch.require('advantages');
  const old = batch.require(ratioTo === 'old' ? 'oldLogprobs' : 'rolloutLogprobs');
  return batch.logprobs.map((logprob, i) => {
    return Number(leaves(advantages[i] as number, divergence(logprob, old[i] as number)));
  });
}

/** The policy gradient of the tokens that are not out, and the penalty of all. */
function maskedTerms(
  batch: TokenBatch,
  options: ResolvedLossOptions & Omit<DppoOptions, 'deltaLow' | 'deltaHigh'>,
  isOut: Float64Array,
): TokenTerms {
  const { surrogate, heldRatioCap, logRatioPenalty, maxLogRatio, ratioTo } = options;
  const { logprobs } = batch;
  const advantages = batch.require('advantages');
  const free = leveledRatio(batch, 'token', Infinity, ratioTo);
  const { ratios, slopesOf } = leveledRatio(batch, 'token', maxLogRatio, ratioTo);
  const gains = advantages.map((advantage, i) => (isOut[i] === 1 ? 0 : -advantage));
  const held = ratios.map((ratio, i) => Math.min(ratio, heldRatioCap) * (gains[i] as number));
  const own =
    surrogate === 'ratio'
      ? { losses: ratios.map((ratio, i) => ratio * (gains[i] as number)), slopes: slopesOf(gains) }
      : { losses: held.map((slope, i) => slope * (logprobs[i] as number)), slopes: held };
  const penalties = free.logRatios.map((logRatio) => logRatioPenalty * logRatio * logRatio);
  const fraction = (counts: (advantage: number) => boolean): number =>
    trainedMean(
      isOut.map((out, i) => Number(out === 1 && counts(advantages[i] as number))),
      batch,
    );
  return {
    losses: own.losses.map((loss, i) => loss + (penalties[i] as number)),
    slopes: addSlopes(
      own.slopes,
      free.logRatios.map((logRatio) => 2 * logRatioPenalty * logRatio),
    ),
    metrics: {
      clip_fraction: fraction(() => true),
      clip_fraction_low: fraction((advantage) => advantage < 0),
      clip_fraction_high: fraction((advantage) => advantage > 0),
    },
  };
}
