import type { EpsilonPlace } from '../kernels.ts';
import { sum, sumOfSquares } from './pairwise-sum.ts';

/** Mean of `a[start..end)`; NaN of nothing. */
export function mean(a: Float64Array, start: number, end: number): number {
  return sum(a, start, end) / (end - start);
}

/** Variance of `a[start..end)` about a mean already taken, NaN of nothing; the divisor never falls below 0. */
export function variance(
  a: Float64Array,
  start: number,
  end: number,
  mean: number,
  ddof: number,
): number {
  if (start === end) return Number.NaN;
  return sumOfSquares(a, start, end, mean) / Math.max(end - start - ddof, 0);
}

/** Variance of so many, or so heavy, from the sum of their squares; what is added to the count is left out of n / (n − ddof). */
export function varianceOf(
  squares: number,
  count: number,
  ddof: number,
  countEpsilon: number,
): number {
  const degrees = Math.max(count - ddof, 0);
  if (countEpsilon === 0) return squares / degrees;
  return (squares / (count + countEpsilon)) * (count / degrees);
}

/** What a residual is divided by; `'floor'` holds the variance at epsilon or above. */
export function divisor(variance: number, epsilon: number, place: EpsilonPlace | 'floor'): number {
  if (place === 'floor') return Math.sqrt(Math.max(variance, epsilon));
  return place === 'inside' ? Math.sqrt(variance + epsilon) : Math.sqrt(variance) + epsilon;
}
