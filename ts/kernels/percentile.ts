import { refuse } from '../errors/refuse.ts';

/**
 * Percentile with linear interpolation, NumPy's default method and its rounding: p / 100 first, and interpolation from
 * whichever neighbour is nearer. NaN anywhere, or no values, gives NaN; infinities follow the arithmetic.
 *
 * @param sorted - ascending, as `Float64Array.prototype.sort` leaves it (NaN last)
 * @param p - 0 … 100
 * @throws UpperhandError `invalid-argument` for another p, as NumPy does
 * @example
 * percentile(new Float64Array([0, 0.5, 1]), 50); // 0.5
 */
export function percentile(sorted: Float64Array, p: number): number {
  if (!(p >= 0 && p <= 100) || typeof p !== 'number') refuse('p', 'a number from 0 to 100', p);
  const last = sorted.length - 1;
  if (last < 0 || Number.isNaN(sorted[last])) return Number.NaN;
  const virtual = last * (p / 100);
  const atEnd = virtual >= last;
  const low = atEnd ? last : Math.floor(virtual);
  const high = atEnd ? last : low + 1;
  // At the end NumPy's weight is virtual + 1: it picks the last value, and NaN when that is infinite (∞ − ∞).
  const weight = atEnd ? virtual + 1 : virtual - low;
  const from = sorted[low] as number;
  const to = sorted[high] as number;
  const step = to - from;
  return weight >= 0.5 ? to - step * (1 - weight) : from + step * weight;
}
