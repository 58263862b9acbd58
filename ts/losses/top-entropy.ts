import { checkNumber } from './check-number.ts';
import { TokenBatch, type TokenBatchInput } from './token-batch.ts';

/**
 * 1 for the trained tokens whose entropy is among the top `fraction` of all trained tokens of the batch, else 0: those at
 * or above the quantile 1 − fraction, which is interpolated between the two nearest as NumPy and PyTorch do.
 *
 * Losses have it as `topEntropy`, where what is left out counts 0. With this, a batch can be masked instead.
 *
 * Source: arXiv:2506.01939; TRL's `get_high_entropy_mask`.
 *
 * @throws UpperhandError `invalid-argument` for a fraction that is not above 0 and up to 1, and a batch without entropies
 * @example
 * topEntropyMask([{ logprobs: [-1, -1, -1], entropies: [0.5, 2, 1] }], 0.5); // Uint8Array [0, 1, 1]
 */
export function topEntropyMask(input: TokenBatchInput, fraction: number): Uint8Array {
  checkNumber('fraction', fraction, { above: 0, max: 1 });
  const batch = TokenBatch.from(input);
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
