import { splitmix64Doubles } from '../../../ts/kernels/conformance/splitmix64.ts';
import { percentile } from '../../../ts/kernels/percentile.ts';
import { slowSum } from '../../support/slow-oracle.ts';
import { decodeArray, decodeNumber } from '../decode.ts';
import type { GoldenRecord, Topic } from '../topic.ts';

/** NumPy's own sums, means, stds, extremes and percentiles, by the summation of NumPy 2.3 and newer. */
export const reductions: Topic = {
  name: 'reductions',

  run(record, kernels) {
    const values = valuesOf(record);
    const sorted = values.slice().sort();
    const { sum, mean, std, max, min } = kernels.summarize(values);
    const all: Record<string, number> = {
      sum,
      mean,
      std,
      std_ddof1: kernels.summarize(values, { ddof: 1 }).std,
      max,
      min,
      p10: percentile(sorted, 10),
      p50: percentile(sorted, 50),
      p90: percentile(sorted, 90),
    };
    const asked = Object.keys(record).filter((key) => key in all && record[key] !== null);
    const expected = asked.map((key) => [
      key,
      decodeNumber(record[key]) + (isExtreme(key) ? 0 : -0),
    ]);
    return { expected, actual: asked.map((key) => [key, all[key]]) };
  },

  // NumPy adds int64 arrays as integers; ours are doubles, which round above 2^53.
  rule(record, kernels) {
    const { dtype } = (record.values ?? {}) as { dtype?: string };
    if (dtype !== 'int64') return null;
    const expected = (reductions.run(record, kernels)?.expected ?? []) as [string, number][];
    const sum = slowSum(Array.from(valuesOf(record)));
    return {
      reason: 'case 7',
      expected: expected.map(([key, value]) => [key, key === 'sum' ? sum : value]),
    };
  },
};

// NumPy leaves the sign of a zero extreme open; ours is always +0, and −0 + 0 is +0.
function isExtreme(key: string): boolean {
  return key === 'max' || key === 'min';
}

function valuesOf(record: GoldenRecord): Float64Array {
  if (record.values !== undefined) return Float64Array.from(decodeArray(record.values), Number);
  const { seed, n, span } = record.gen as { seed: string; n: number; span: number };
  return splitmix64Doubles(BigInt(seed), n, span);
}
