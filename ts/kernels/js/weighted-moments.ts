import { sum } from './pairwise-sum.ts';

/** Mean and sum of squares of weighted values, with how much they weigh together. */
export interface WeightedMoments {
  readonly total: number;
  readonly mean: number;
  readonly squares: number;
}

/**
 * Σ w x / (Σ w + countEpsilon), and Σ w (x − about)². Each product is rounded before it is added; sums run in the order
 * of `sum`. Where a weight is 0 the value plays no part, whatever it is.
 *
 * @param about - what squares are taken about; default: the mean
 */
export function weightedMoments(
  values: Float64Array,
  weights: Float64Array,
  countEpsilon: number,
  about?: number,
): WeightedMoments {
  const n = values.length;
  const products = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const weight = weights[i] as number;
    products[i] = weight === 0 ? 0 : weight * (values[i] as number);
  }
  const total = sum(weights, 0, n);
  const mean = sum(products, 0, n) / (total + countEpsilon);
  const centre = about ?? mean;
  for (let i = 0; i < n; i++) {
    const weight = weights[i] as number;
    const d = (values[i] as number) - centre;
    products[i] = weight === 0 ? 0 : weight * (d * d);
  }
  return { total, mean, squares: sum(products, 0, n) };
}
