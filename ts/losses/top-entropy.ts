import type { TokenBatch } from './token-batch.ts';

/**
 * 1 for the trained tokens whose entropy is among the top `fraction` of all trained tokens of the batch, else 0: those at
 * or above the quantile 1 − fraction, which is interpolated between the two nearest as NumPy and PyTorch do.
 *
 * Source: arXiv:2506.01939; TRL's `get_high_entropy_mask`.
 */
export function topEntropyMask(batch: TokenBatch, fraction: number): Uint8Array {
  const { mask, numTrained } = batch;
  if (fraction >= 1 || numTrained === 0) return mask.slice();
  const entropies = batch.require('entropies');
  const sorted = entropies.filter((_, i) => mask[i] === 1).sort();
  const place = (1 - fraction) * (sorted.length - 1);
  const [below, above] = [Math.floor(place), Math.ceil(place)].map((i) => sorted[i] as number) as [
    number,
    number,
  ];
  const threshold = below + (above - below) * (place - Math.floor(place));
  return mask.map((on, i) => Number(on === 1 && (entropies[i] as number) >= threshold));
}
