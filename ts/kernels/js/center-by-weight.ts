import type { CenterByWeightOptions } from '../scale-kernels.ts';
import { centerByWeightCode } from '../scale-option-codes.ts';
import { areWeights } from './are-weights.ts';
import { weightedMeanOf } from './weighted-moments.ts';

/** More than these are not summed one after the other. */
const SUMMED_AT_ONCE = 128;

export function centerByWeight(
  values: Float64Array,
  weights: Float64Array,
  offsets: Uint32Array,
  options: CenterByWeightOptions,
  out: Float64Array,
): boolean {
  centerByWeightCode(options);
  if (!areWeights(weights)) return false;
  const { singleton } = options;
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start === 1 && singleton !== 'member') {
      out[start] = singleton === 'zero' ? 0 : (values[start] as number);
      continue;
    }
    let mean = Number.NaN;
    // The same sums here: a call for each group would hand its number over through the heap.
    if (end - start <= SUMMED_AT_ONCE) {
      let total = 0;
      let products = 0;
      let i = start;
      for (const last = end - 3; i < last; i += 4) {
        const w0 = weights[i] as number;
        const w1 = weights[i + 1] as number;
        const w2 = weights[i + 2] as number;
        const w3 = weights[i + 3] as number;
        total = total + w0 + w1 + w2 + w3;
        products =
          products +
          w0 * (values[i] as number) +
          w1 * (values[i + 1] as number) +
          w2 * (values[i + 2] as number) +
          w3 * (values[i + 3] as number);
      }
      for (; i < end; i++) {
        total += weights[i] as number;
        products += (weights[i] as number) * (values[i] as number);
      }
      mean = products / total;
    }
    if (Number.isNaN(mean)) mean = weightedMeanOf(values, weights, start, end);
    subtract(values, start, end, mean, out);
  }
  return true;
}

function subtract(
  values: Float64Array,
  start: number,
  end: number,
  mean: number,
  out: Float64Array,
): void {
  let i = start;
  for (const last = end - 3; i < last; i += 4) {
    out[i] = (values[i] as number) - mean;
    out[i + 1] = (values[i + 1] as number) - mean;
    out[i + 2] = (values[i + 2] as number) - mean;
    out[i + 3] = (values[i + 3] as number) - mean;
  }
  for (; i < end; i++) out[i] = (values[i] as number) - mean;
}
