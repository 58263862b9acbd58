import type { ResolvedLossOptions } from './loss-options.ts';
import { rejectionMask } from './rejection.ts';
import { rolloutWeights } from './rollout-weights.ts';
import type { TokenBatch } from './token-batch.ts';
import { trainedMean } from './token-terms.ts';
import { topEntropyMask } from './top-entropy.ts';

/** What the losses of tokens are multiplied by beside the aggregation; constants for the gradient. */
export interface Correction {
  /** [tokens] */
  readonly factors: Float64Array;
  /** 1 for tokens whose entropy is high enough; null: all are. [tokens] */
  readonly kept: Uint8Array | null;
  readonly metrics: Readonly<Record<string, number>>;
}

/** The rollout correction, the tokens that are rejected, and those of too little entropy. */
export function correct(batch: TokenBatch, options: ResolvedLossOptions): Correction {
  const { tisMode, tisCap, tisFloor, rejects, topEntropy } = options;
  const factors = new Float64Array(batch.numTokens).fill(1);
  const metrics: Record<string, number> = {};
  const multiply = (by: ArrayLike<number>): void => {
    factors.forEach((factor, i) => {
      factors[i] = factor * (by[i] as number);
    });
  };
  if (tisMode !== null) {
    const weights = rolloutWeights(batch, { ...options, tisMode });
    const isOut = weights.map((weight) =>
      Number(weight === tisCap || weight === tisFloor || weight === 0),
    );
    metrics['tis/mean'] = trainedMean(weights, batch, 1);
    metrics['tis/capped_fraction'] = trainedMean(isOut, batch);
    multiply(weights);
  }
  if (rejects.length > 0) {
    const kept = rejectionMask(batch, rejects);
    metrics.rejected_fraction = trainedMean(
      Float64Array.from(kept, (on) => 1 - on),
      batch,
    );
    multiply(kept);
  }
  const kept = topEntropy < 1 ? topEntropyMask(batch, topEntropy) : null;
  if (kept !== null) {
    metrics.top_entropy_fraction = trainedMean(Float64Array.from(kept), batch);
    multiply(kept);
  }
  return { factors, kept, metrics };
}
