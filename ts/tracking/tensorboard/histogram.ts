const BUCKETS = 30;

/** How values are spread, as TensorBoard stores it. */
export interface Histogram {
  readonly min: number;
  readonly max: number;
  readonly count: number;
  readonly sum: number;
  readonly sumOfSquares: number;
  /** Upper ends of the buckets, ascending. */
  readonly limits: readonly number[];
  /** Values in each bucket. */
  readonly counts: readonly number[];
}

/** Thirty buckets of one width from the least to the greatest value, one bucket when all are equal. Null of nothing. */
export function histogramOf(values: readonly number[]): Histogram | null {
  if (values.length === 0) return null;
  let [min, max, sum, sumOfSquares] = [Infinity, -Infinity, 0, 0];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    sumOfSquares += value * value;
  }
  // Halved, so that the difference of two finite numbers is finite.
  const halfWidth = max / 2 - min / 2;
  const buckets = halfWidth > 0 ? BUCKETS : 1;
  const limits = Array.from({ length: buckets }, () => max);
  for (let b = 0, least = min; b < buckets - 1; b++) {
    const share = (b + 1) / buckets;
    least = Math.max(least, min * (1 - share) + max * share);
    limits[b] = least;
  }
  const counts = new Array<number>(buckets).fill(0);
  for (const value of values) {
    const place = buckets === 1 ? 0 : Math.floor(((value / 2 - min / 2) / halfWidth) * buckets);
    const bucket = Math.min(place, buckets - 1);
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  return { min, max, count: values.length, sum, sumOfSquares, limits, counts };
}
