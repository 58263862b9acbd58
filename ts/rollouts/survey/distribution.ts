import type { Kernels } from '../../kernels/kernels.ts';
import { percentile } from '../../kernels/percentile.ts';

/** So many different values are shown each by itself; more are put into bins. */
const MOST_VALUES = 12;
const BINS = 12;

/** A part of a histogram: values from `from` up to and without `to`; one value where both are the same. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How numbers are distributed. The statistics are of the finite ones, and NaN where there are none. */
export interface Distribution {
  /** How many are finite. */
  readonly count: number;
  /** How many are NaN or infinite. */
  readonly nonFinite: number;
  readonly mean: number;
  /** Population. */
  readonly std: number;
  readonly min: number;
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
  readonly max: number;
  /** Ascending; each finite value is in one bin. */
  readonly bins: readonly Bin[];
}

/**
 * The distribution of numbers. Up to twelve different values have a bin each; more are put into some ten bins of equal
 * width with round edges.
 *
 * @param values - in any order; not changed
 * @example
 * const { mean, bins } = distributionOf(Float64Array.of(1, 0, 1, 1), jsKernels);
 * mean; // 0.75
 * bins; // [{ from: 0, to: 0, count: 1 }, { from: 1, to: 1, count: 3 }]
 */
export function distributionOf(values: Float64Array, kernels: Kernels): Distribution {
  const finite = values.filter(Number.isFinite);
  const { mean, std } = kernels.summarize(finite);
  finite.sort();
  return {
    count: finite.length,
    nonFinite: values.length - finite.length,
    mean: finite.length === 0 ? Number.NaN : mean,
    std: finite.length === 0 ? Number.NaN : std,
    min: percentile(finite, 0),
    p10: percentile(finite, 10),
    p50: percentile(finite, 50),
    p90: percentile(finite, 90),
    max: percentile(finite, 100),
    bins: eachValue(finite) ?? roundBins(finite),
  };
}

/** A bin for each value; null where there are too many. */
function eachValue(sorted: Float64Array): Bin[] | null {
  const bins: Bin[] = [];
  for (let at = 0; at < sorted.length; ) {
    if (bins.length === MOST_VALUES) return null;
    const value = (sorted[at] as number) + 0;
    const start = at;
    while (sorted[at] === value) at++;
    bins.push({ from: value, to: value, count: at - start });
  }
  return bins;
}

function roundBins(sorted: Float64Array): Bin[] {
  const min = sorted[0] as number;
  const max = sorted.at(-1) as number;
  const width = roundWidth((max - min) / BINS);
  const first = Math.floor(min / width);
  const edge = (k: number): number => clean(k * width, width);
  // Values at the ends of what a double can tell apart.
  if (!Number.isFinite(first * width) || edge(first + 1) === edge(first)) {
    return [{ from: min, to: max, count: sorted.length }];
  }
  const bins: Bin[] = [];
  let at = 0;
  for (let k = 0; at < sorted.length; k++) {
    const from = edge(first + k);
    // Where rounding leaves a value beyond the last edge.
    const to = k > BINS ? max : edge(first + k + 1);
    const start = at;
    while (at < sorted.length && (k > BINS || (sorted[at] as number) < to)) at++;
    bins.push({ from, to, count: at - start });
  }
  return bins;
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundWidth(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const times = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= least) ?? 10;
  return times * power;
}

/** A multiple of a round width without the digits that its rounding adds. */
function clean(value: number, width: number): number {
  const digits = Math.max(0, Math.min(100, 2 - Math.floor(Math.log10(width))));
  return Number(value.toFixed(digits));
}
