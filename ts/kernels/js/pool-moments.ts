import { sum, sumOfSquares } from './pairwise-sum.ts';
import { weightedMoments } from './weighted-moments.ts';

/** Of a pool: how many or how heavy, what its squares are about, and their sum. */
export interface PoolMoments {
  readonly total: number;
  readonly centre: number;
  readonly squares: number;
}

/**
 * Moments of all values, about their mean or about 0.
 *
 * @returns with weights, of which each value counts as often as its own says: null where one is negative or not finite
 */
export function poolMoments(
  values: Float64Array,
  weights: Float64Array | null,
  about: 'mean' | 'zero',
  countEpsilon: number,
): PoolMoments | null {
  const n = values.length;
  if (weights === null) {
    const centre = about === 'zero' ? 0 : sum(values, 0, n) / (n + countEpsilon);
    return { total: n, centre, squares: sumOfSquares(values, 0, n, centre) };
  }
  const moments = weightedMoments(values, weights);
  if (moments === null) return null;
  const { total, mean, squares } = moments;
  const centre = about === 'zero' ? 0 : mean * (total / (total + countEpsilon));
  return { total, centre, squares: squares + total * (mean - centre) ** 2 };
}
