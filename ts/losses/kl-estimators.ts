import { clamp, leveledRatio, type SlopedRatio } from './importance-ratio.ts';
import type { TokenBatch } from './token-batch.ts';
import { addSlopes, type TokenTerms, trainedMean } from './token-terms.ts';

export type KlType = 'k1' | 'k2' | 'k3' | 'abs' | 'k1+' | 'k3+';

/** An estimate of KL(π ‖ π_ref) at a sampled token, of d = log π − log π_ref. */
export interface KlEstimator {
  readonly value: (d: number) => number;
  /** Its derivative by log π. */
  readonly slope: (d: number) => number;
  /** The slope is that of another estimate, and does not end where the value is bounded. */
  readonly isStraightThrough?: boolean;
}

const k1: KlEstimator = { value: (d) => d, slope: () => 1 };
const k2: KlEstimator = { value: (d) => 0.5 * d * d, slope: (d) => d };
// expm1 keeps the digits that exp(−d) − 1 loses where π is close to π_ref.
const k3: KlEstimator = { value: (d) => Math.expm1(-d) + d, slope: (d) => -Math.expm1(-d) };

/**
 * Estimators of the KL divergence from one sample:
 *
 *     k1    d                 unbiased, any sign; its gradient is 1 everywhere and pulls towards nothing
 *     k2    d² / 2            biased, ≥ 0; its gradient estimates that of the KL without bias
 *     k3    exp(−d) − 1 + d   unbiased, ≥ 0, low variance; its gradient is that of the other KL's direction
 *     abs   |d|               no estimate, a distance; at 0 its slope is 0
 *     k1+   the value of k1 with the gradient of k2
 *     k3+   the value of k3 with the gradient of k2
 *
 * Source: J. Schulman, "Approximating KL Divergence", 2020; the forms with + are verl's `kl_penalty`.
 */
export const klEstimators: Readonly<Record<KlType, KlEstimator>> = {
  k1,
  k2,
  k3,
  abs: { value: Math.abs, slope: Math.sign },
  'k1+': { value: k1.value, slope: k2.slope, isStraightThrough: true },
  'k3+': { value: k3.value, slope: k2.slope, isStraightThrough: true },
};

/**
 * What each estimate is multiplied by, as tokens were sampled by another policy than the one that is trained: π/π_old of
 * the token or (geometric mean) of its sequence, π/π_rollout; or 1, with the slope of such a ratio. All move with π.
 */
export type KlRatio = 'token' | 'sequence' | 'rollout' | 'score';

export const KL_RATIOS: readonly KlRatio[] = ['token', 'sequence', 'rollout', 'score'];

interface KlOptions {
  readonly klType: KlType;
  readonly klCap: number;
  readonly klRatio?: KlRatio | null;
  readonly maxLogRatio?: number;
}

/** The KL estimate of each token, times its ratio, held within ±klCap. At the very bound it still has its slope. */
export function klTerms(batch: TokenBatch, options: KlOptions): TokenTerms {
  const { klType, klCap, klRatio = null, maxLogRatio = Infinity } = options;
  const { value, slope, isStraightThrough = false } = klEstimators[klType];
  const reference = batch.require('refLogprobs');
  const distances = batch.logprobs.map((logprob, i) => logprob - (reference[i] as number));
  const factor = klRatio === null ? null : ratioOf(batch, klRatio, maxLogRatio);
  const ratioAt = (i: number): number => (factor === null ? 1 : (factor.ratios[i] as number));
  const free = distances.map((distance, i) => value(distance) * ratioAt(i));
  const losses = free.map((estimate) => clamp(estimate, -klCap, klCap));
  const moves = losses.map((held, i) => Number(held === free[i] || isStraightThrough));
  const own = distances.map((d, i) => (moves[i] === 1 ? slope(d) * ratioAt(i) : 0));
  const metrics = { kl: trainedMean(losses, batch) };
  if (factor === null) return { losses, slopes: own, metrics };
  const ofRatio = factor.slopesOf(distances.map((d, i) => (moves[i] === 1 ? value(d) : 0)));
  return { losses, slopes: addSlopes(own, ofRatio), metrics };
}

function ratioOf(batch: TokenBatch, klRatio: KlRatio, maxLogRatio: number): SlopedRatio {
  if (klRatio === 'rollout') return leveledRatio(batch, 'token', maxLogRatio, 'rollout');
  if (klRatio !== 'score') return leveledRatio(batch, klRatio, maxLogRatio, 'old');
  return { ratios: new Float64Array(batch.numTokens).fill(1), slopesOf: (dRatios) => dRatios };
}
