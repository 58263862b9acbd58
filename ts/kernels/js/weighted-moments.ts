import { sum } from './pairwise-sum.ts';

/**
 * Σ w x / (Σ w + countEpsilon). Each product is rounded before it is added; sums run in the order of `sum`. Where a weight
 * is 0 the value plays no part, whatever it is.
 *
 * @param scratch - as long as the values; written
 */
export function weightedMean(
  values: Float64Array,
  weights: Float64Array,
  total: number,
  countEpsilon: number,
  scratch: Float64Array,
): number {
  for (let i = 0; i < values.length; i++) {
    const weight = weights[i] as number;
    scratch[i] = weight === 0 ? 0 : weight * (values[i] as number);
  }
  return sum(scratch, 0, values.length) / (total + countEpsilon);
}

/** Σ w (x − centre)², as above. */
export function weightedSquares(
  values: Float64Array,
  weights: Float64Array,
  centre: number,
  scratch: Float64Array,
): number {
  for (let i = 0; i < values.length; i++) {
    const weight = weights[i] as number;
    const d = (values[i] as number) - centre;
    scratch[i] = weight === 0 ? 0 : weight * (d * d);
  }
  return sum(scratch, 0, values.length);
}
