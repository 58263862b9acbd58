import { areWeights } from './are-weights.ts';

/** Few enough that what is summed of them one after the other is exact to nearly all digits. */
const BLOCK = 128;

/** Σ w x / Σ w over `values[start..end)`; where a weight is 0 the value plays no part, whatever it is. */
export function weightedMeanOf(
  values: Float64Array,
  weights: Float64Array,
  start: number,
  end: number,
): number {
  if (end - start > BLOCK)
    return (
      weightedMoments(values.subarray(start, end), weights.subarray(start, end))?.mean ?? Number.NaN
    );
  let total = 0;
  let products = 0;
  for (let i = start; i < end; i++) {
    const weight = weights[i] as number;
    total += weight;
    products += weight * (values[i] as number);
  }
  if (!Number.isNaN(products)) return products / total;
  // 0 times what is no finite number.
  products = 0;
  for (let i = start; i < end; i++)
    if (weights[i] !== 0) products += (weights[i] as number) * (values[i] as number);
  return products / total;
}

export interface WeightedMoments {
  /** Σ w. */
  readonly total: number;
  /** Σ w x / Σ w; NaN where there is no weight. */
  readonly mean: number;
  /** Σ w (x − mean)². */
  readonly squares: number;
}

/**
 * In one pass: blocks are summed about the mean of those before them, and their moments merged. What is taken away from a
 * block's squares is part of those of all, so that little is lost by it. Where a weight is 0 the value plays no part,
 * whatever it is.
 *
 * @returns null where a weight is negative or not finite
 */
export function weightedMoments(
  values: Float64Array,
  weights: Float64Array,
): WeightedMoments | null {
  const made = mergeBlocks(values, weights);
  if (made === null || !Number.isNaN(made.squares) || !weights.includes(0)) return made;
  // 0 times what is no finite number.
  return mergeBlocks(
    values.map((value, i) => (weights[i] === 0 ? 0 : value)),
    weights,
  );
}

function mergeBlocks(values: Float64Array, weights: Float64Array): WeightedMoments | null {
  const { length } = values;
  let total = 0;
  let mean = Number.NaN;
  let squares = 0;
  for (let from = 0; from < length; from += BLOCK) {
    const to = Math.min(from + BLOCK, length);
    const about: number = total === 0 ? firstWeighted(values, weights, from, to) : mean;
    const last = to - ((to - from) % 4);
    // Four sums of each kind, every fourth one after the other: none waits for the one before it.
    let [t0, t1, t2, t3] = [0, 0, 0, 0];
    let [p0, p1, p2, p3] = [0, 0, 0, 0];
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (let i = from; i < last; i += 4) {
      const w0 = weights[i] as number;
      const w1 = weights[i + 1] as number;
      const w2 = weights[i + 2] as number;
      const w3 = weights[i + 3] as number;
      if (w0 < 0 || w1 < 0 || w2 < 0 || w3 < 0) return null;
      const d0 = (values[i] as number) - about;
      const d1 = (values[i + 1] as number) - about;
      const d2 = (values[i + 2] as number) - about;
      const d3 = (values[i + 3] as number) - about;
      t0 += w0;
      t1 += w1;
      t2 += w2;
      t3 += w3;
      p0 += w0 * d0;
      p1 += w1 * d1;
      p2 += w2 * d2;
      p3 += w3 * d3;
      s0 += w0 * d0 * d0;
      s1 += w1 * d1 * d1;
      s2 += w2 * d2 * d2;
      s3 += w3 * d3 * d3;
    }
    let weight = t0 + t2 + (t1 + t3);
    let products = p0 + p2 + (p1 + p3);
    let about2 = s0 + s2 + (s1 + s3);
    for (let i = last; i < to; i++) {
      const w = weights[i] as number;
      if (w < 0) return null;
      const d = (values[i] as number) - about;
      weight += w;
      products += w * d;
      about2 += w * d * d;
    }
    if (weight === 0) continue;
    const all = total + weight;
    const shift = products / weight;
    squares += Math.max(about2 - shift * products, 0) + shift * products * (total / all);
    mean = about + (total === 0 ? shift : shift * (weight / all));
    total = all;
  }
  // A weight that is not finite makes no finite sum; nor may many that are.
  return Number.isFinite(total) || areWeights(weights) ? { total, mean, squares } : null;
}

function firstWeighted(
  values: Float64Array,
  weights: Float64Array,
  from: number,
  to: number,
): number {
  for (let i = from; i < to; i++) if (weights[i] !== 0) return values[i] as number;
  return 0;
}
