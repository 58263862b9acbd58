import { clamp, leveledRatio, type SlopedRatio } from './importance-ratio.ts';
import { type KlType, klEstimators } from './kl-estimators.ts';
import type { TokenBatch } from './token-batch.ts';
import { addSlopes, type TokenTerms, trainedMean } from './token-terms.ts';

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
