import { describe, expect, it } from 'vitest';
import { splitmix64Doubles } from '../../ts/kernels/conformance/splitmix64.ts';
import { sum, sumOfSquares } from '../../ts/kernels/js/pairwise-sum.ts';
import { expectSame } from '../support/expect-same.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import { slowMean, slowStd, slowSum } from '../support/slow-oracle.ts';

const LONGEST = 600;

// Mixed signs and magnitudes, and tenths: nearly every order of adding them has its own last bits.
const pools: Readonly<Record<string, Float64Array>> = {
  mixed: splitmix64Doubles(7n, LONGEST, 40),
  tenths: Float64Array.from({ length: LONGEST }, (_, i) => ((i * 7) % 10) / 10),
  subnormal: splitmix64Doubles(11n, LONGEST, 4).map((x) => x * 2 ** -1072),
  'negative zeros': new Float64Array(LONGEST).fill(-0),
};

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  'sums of %s run in NumPy’s order',
  (_, kernels) => {
    it.each(Object.entries(pools))(`for every length up to ${LONGEST}: %s`, (_name, pool) => {
      for (let n = 0; n <= LONGEST; n++) {
        // Every length from both ends, so that no place of a segment is special.
        for (const values of [pool.slice(0, n), pool.slice(LONGEST - n)]) {
          const { sum, mean, std } = kernels.summarize(values);
          const xs = Array.from(values);
          expectSame([sum, mean, std], [slowSum(xs), slowMean(xs), slowStd(xs)], () => `n = ${n}`);
        }
      }
    });

    it('for segments of every length, wherever they begin', () => {
      const values = pools.mixed as Float64Array;
      const sizes = [0, 1, 7, 8, 9, 127, 128, 129, 0, 136, 55];
      const offsets = Uint32Array.from([0, ...sizes].map((_, i) => total(sizes.slice(0, i))));
      const { mean } = kernels.segmentSummaries(values.subarray(0, total(sizes)), offsets);
      const expected = sizes.map((_, g) =>
        slowMean(Array.from(values.subarray(offsets[g], offsets[g + 1]))),
      );
      expectSame(mean, expected);
    });
  },
);

describe('sum', () => {
  it('differs from a plain loop where NumPy does', () => {
    const xs = Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8);
    expect(sum(xs, 0, 8) / 8).toBe(0.45);
    expect(xs.reduce((total, x) => total + x, 0) / 8).toBe(0.44999999999999996);
  });

  it('of a part adds that part alone', () => {
    const xs = Float64Array.of(1e300, 1, 2, 4, 1e300);
    expect(sum(xs, 1, 4)).toBe(7);
    expect(sum(xs, 2, 2)).toBe(0);
  });

  it('of nothing, or of −0 only, is +0', () => {
    for (const n of [0, 1, 7, 8, 128, 129, 300])
      expectSame([sum(new Float64Array(n).fill(-0), 0, n)], [0]);
  });
});

describe('sumOfSquares', () => {
  it('rounds each square before it is added, about the mean that it is given', () => {
    const xs = Float64Array.of(0.1, 0.7, 1e-9);
    const squares = Array.from(xs, (x) => (x - 0.3) * (x - 0.3));
    expect(sumOfSquares(xs, 0, 3, 0.3)).toBe(slowSum(squares));
  });
});

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}
