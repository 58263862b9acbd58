import type { SegmentOptions, SegmentSummaries, SummarizeOptions, Summary } from '../kernels.ts';
import { mean, variance } from './moments.ts';
import { sum } from './pairwise-sum.ts';

export function summarize(values: Float64Array, options: SummarizeOptions = {}): Summary {
  const { ddof = 0, threshold = 0 } = options;
  const count = values.length;
  const total = sum(values, 0, count);
  const average = total / count;
  let countBelow = 0;
  for (let i = 0; i < count; i++) if (Math.abs(values[i] as number) < threshold) countBelow++;
  return {
    count,
    sum: total,
    mean: average,
    std: Math.sqrt(variance(values, 0, count, average, ddof)),
    min: least(values, 0, count),
    max: greatest(values, 0, count),
    countBelow,
  };
}

export function segmentSummaries(
  values: Float64Array,
  offsets: Uint32Array,
  options: SegmentOptions = {},
): SegmentSummaries {
  const { ddof = 0 } = options;
  const numGroups = offsets.length - 1;
  const means = new Float64Array(numGroups);
  const stds = new Float64Array(numGroups);
  const mins = new Float64Array(numGroups);
  const maxs = new Float64Array(numGroups);
  for (let g = 0; g < numGroups; g++) {
    const start = offsets[g] as number;
    const end = offsets[g + 1] as number;
    const average = mean(values, start, end);
    means[g] = average;
    stds[g] = Math.sqrt(variance(values, start, end, average, ddof));
    mins[g] = least(values, start, end);
    maxs[g] = greatest(values, start, end);
  }
  return { mean: means, std: stds, min: mins, max: maxs };
}

// Adding 0 turns −0 into +0: which zero comes first would otherwise depend on the order of comparison.
function least(a: Float64Array, start: number, end: number): number {
  if (start === end) return Number.NaN;
  let best = Number.POSITIVE_INFINITY;
  for (let i = start; i < end; i++) best = Math.min(best, a[i] as number);
  return best + 0;
}

function greatest(a: Float64Array, start: number, end: number): number {
  if (start === end) return Number.NaN;
  let best = Number.NEGATIVE_INFINITY;
  for (let i = start; i < end; i++) best = Math.max(best, a[i] as number);
  return best + 0;
}
