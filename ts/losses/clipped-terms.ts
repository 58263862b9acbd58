import { clamp, leveledRatio } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import { type OwnOptions, optionalNumber } from './own-options.ts';
import { type RatioOptions, ratioOptions } from './ratio-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { type TokenTerms, trainedMean } from './token-terms.ts';

/** Options of PPO's loss and of those that differ from it by the ratio. */
export interface ClippedOptions extends RatioOptions {
  /** Holds the ratio itself below this, whatever the sign of the advantage: the two-sided clip's δ. */
  readonly ratioCap: number | null;
}

export function clippedOptions(level: RatioOptions['ratioLevel']): OwnOptions<ClippedOptions> {
  return {
    ...ratioOptions(level),
    ratioCap: optionalNumber(null, { above: 0 }, 'holds ρ below this before anything else (δ)'),
  };
}

/** max(−ρ A, −clip(ρ) A), with the bounds of `dualClip` and `ratioCap`; see `ppoLoss`. */
export function clippedTerms(
  batch: TokenBatch,
  options: ResolvedLossOptions & ClippedOptions,
  advantages: Float64Array = batch.require('advantages'),
): TokenTerms {
  const { epsClip, epsClipHigh, dualClip, ratioCap } = options;
  const { ratioLevel, maxLogRatio, ratioTo } = options;
  const { ratios, slopesOf } = leveledRatio(batch, ratioLevel, maxLogRatio, ratioTo);
  const [low, high] = [1 - epsClip, 1 + (epsClipHigh ?? epsClip)];
  const losses = new Float64Array(batch.numTokens);
  const dRatios = new Float64Array(batch.numTokens);
  const clippedLow = new Float64Array(batch.numTokens);
  const clippedHigh = new Float64Array(batch.numTokens);
  const dualClipped = new Float64Array(batch.numTokens);
  advantages.forEach((advantage, i) => {
    const free = ratios[i] as number;
    const ratio = ratioCap === null ? free : Math.min(free, ratioCap);
    const plain = -ratio * advantage;
    const clipped = clamp(free, low, high);
    const bounded = -clipped * advantage;
    const isBound = bounded > plain;
    // A cap within the range: what is held is the other term.
    const isClipped = isBound && clipped !== free;
    const ceiling = dualClip !== null && advantage < 0 ? -dualClip * advantage : Infinity;
    const isDualClipped = Math.max(plain, bounded) > ceiling;
    losses[i] = isDualClipped ? ceiling : Math.max(plain, bounded);
    const isHeld = isDualClipped || (isBound ? isClipped : ratio !== free);
    dRatios[i] = isHeld ? 0 : -advantage;
    clippedLow[i] = Number(isClipped && advantage < 0);
    clippedHigh[i] = Number(isClipped && advantage > 0);
    dualClipped[i] = Number(isDualClipped);
  });
  const [below, above] = [trainedMean(clippedLow, batch), trainedMean(clippedHigh, batch)];
  const metrics = {
    clip_fraction: trainedMean(
      clippedLow.map((clipped, i) => clipped + (clippedHigh[i] as number)),
      batch,
    ),
    clip_fraction_low: below,
    clip_fraction_high: above,
  };
  const slopes = slopesOf(dRatios);
  if (dualClip === null) return { losses, slopes, metrics };
  const both = { ...metrics, dual_clip_fraction: trainedMean(dualClipped, batch) };
  return { losses, slopes, metrics: both };
}
