import { clamp } from './importance-ratio.ts';
import { klEstimators } from './kl-estimators.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { type TokenTerms, trainedMean } from './token-terms.ts';

/** The KL estimate of each token, held within ±klCap. At the very bound it still has its slope. */
export function klTerms(batch: TokenBatch, { klType, klCap }: ResolvedLossOptions): TokenTerms {
  const { value, slope, isStraightThrough = false } = klEstimators[klType];
  const reference = batch.require('refLogprobs');
  const losses = new Float64Array(batch.numTokens);
  const slopes = new Float64Array(batch.numTokens);
  batch.logprobs.forEach((logprob, i) => {
    const distance = logprob - (reference[i] as number);
    const free = value(distance);
    const held = clamp(free, -klCap, klCap);
    losses[i] = held;
    slopes[i] = held === free || isStraightThrough ? slope(distance) : 0;
  });
  return { losses, slopes, metrics: { kl: trainedMean(losses, batch) } };
}
