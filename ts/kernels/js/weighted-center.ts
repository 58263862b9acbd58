import type { SingletonRule } from '../kernels.ts';
import { weightedMeanOf } from './weighted-moments.ts';

/** More than these are not summed one after the other. */
const SUMMED_AT_ONCE = 128;

/**
 * Values less the mean of their group by weight, {@link weightedMeanOf}, written to `out`, which is not the values. A lone
 * member is what the rule says.
 */
export function subtractWeightedMeans(
  values: Float64Array,
  weights: Float64Array,
  offsets: Uint32Array,
  singleton: SingletonRule,
  out: Float64Array,
): void {
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1] as number;
    const end = offsets[g] as number;
    if (end - start === 1 && singleton !== 'member') {
      out[start] = singleton === 'zero' ? 0 : (values[start] as number);
      continue;
    }
    if (end - start === 8 && subtractFromEight(values, weights, start, out)) continue;
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
}

/** The most usual size, with all of it at hand; false where its mean is no number. */
function subtractFromEight(
  values: Float64Array,
  weights: Float64Array,
  i: number,
  out: Float64Array,
): boolean {
  const w0 = weights[i] as number;
  const w1 = weights[i + 1] as number;
  const w2 = weights[i + 2] as number;
  const w3 = weights[i + 3] as number;
  const w4 = weights[i + 4] as number;
  const w5 = weights[i + 5] as number;
  const w6 = weights[i + 6] as number;
  const w7 = weights[i + 7] as number;
  const x0 = values[i] as number;
  const x1 = values[i + 1] as number;
  const x2 = values[i + 2] as number;
  const x3 = values[i + 3] as number;
  const x4 = values[i + 4] as number;
  const x5 = values[i + 5] as number;
  const x6 = values[i + 6] as number;
  const x7 = values[i + 7] as number;
  const total = w0 + w1 + w2 + w3 + w4 + w5 + w6 + w7;
  // 0 + −0 is 0.
  const firsts = 0 + w0 * x0 + w1 * x1 + w2 * x2 + w3 * x3;
  const mean = (firsts + w4 * x4 + w5 * x5 + w6 * x6 + w7 * x7) / total;
  if (Number.isNaN(mean)) return false;
  out[i] = x0 - mean;
  out[i + 1] = x1 - mean;
  out[i + 2] = x2 - mean;
  out[i + 3] = x3 - mean;
  out[i + 4] = x4 - mean;
  out[i + 5] = x5 - mean;
  out[i + 6] = x6 - mean;
  out[i + 7] = x7 - mean;
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
