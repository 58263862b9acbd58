import { importanceRatio } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import type { RatioOptions } from './ratio-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { trainedMean } from './token-terms.ts';

/**
 * What every loss tells about the tokens it was computed of: means over trained tokens. Without any, ratios are 1,
 * which is that of a policy that did not move, and all else is 0.
 */
export function tokenMetrics(
  batch: TokenBatch,
  options: ResolvedLossOptions & Partial<RatioOptions>,
): Record<string, number> {
  // A bound on the ratio of a sequence says nothing of its tokens.
  const { ratioLevel = 'token' } = options;
  const maxLogRatio = ratioLevel === 'token' ? options.maxLogRatio : Infinity;
  const { logprobs, oldLogprobs, mask, numTrained, numTrainedSequences } = batch;
  const metrics: Record<string, number> = {
    tokens: numTrained,
    sequences: numTrainedSequences,
    entropy: -trainedMean(logprobs, batch) + 0,
  };
  if (oldLogprobs === null) return metrics;
  const { logRatios, ratios } = importanceRatio(logprobs, oldLogprobs, maxLogRatio);
  const trained = numTrained === mask.length ? ratios : ratios.filter((_, i) => mask[i] === 1);
  return {
    ...metrics,
    entropy_old: -trainedMean(oldLogprobs, batch) + 0,
    approx_kl: -trainedMean(logRatios, batch) + 0,
    approx_kl_k3: trainedMean(
      logRatios.map((d) => (d === Infinity ? d : Math.expm1(d) - d)),
      batch,
    ),
    'ratio/mean': trainedMean(ratios, batch, 1),
    'ratio/min': trained.reduce((least, ratio) => Math.min(least, ratio), trained[0] ?? 1),
    'ratio/max': trained.reduce((most, ratio) => Math.max(most, ratio), trained[0] ?? 1),
  };
}
