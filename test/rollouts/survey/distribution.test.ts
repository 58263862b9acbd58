import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsKernels } from '../../../ts/kernels/index.ts';
import { distributionOf } from '../../../ts/rollouts/survey/distribution.ts';

const of = (...values: number[]) => distributionOf(Float64Array.from(values), jsKernels);

describe('a distribution', () => {
  it('has a bin for each of a few values', () => {
    expect(of(1, 0, -0, 0.5, 1).bins).toEqual([
      { from: 0, to: 0, count: 2 },
      { from: 0.5, to: 0.5, count: 1 },
      { from: 1, to: 1, count: 2 },
    ]);
  });

  it('has round edges where there are many', () => {
    const { bins } = of(...Array.from({ length: 100 }, (_, i) => i / 100));
    expect(bins.map(({ from, count }) => [from, count])).toEqual(
      [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((from) => [from, 10]),
    );
  });

  it('counts what is not finite, and leaves it out of the statistics', () => {
    expect(of(1, Number.NaN, 3, Number.POSITIVE_INFINITY)).toMatchObject({
      count: 2,
      nonFinite: 2,
      mean: 2,
      min: 1,
      max: 3,
    });
  });

  it('of nothing has no statistics', () => {
    expect(of()).toMatchObject({ count: 0, mean: Number.NaN, min: Number.NaN, bins: [] });
  });

  it('holds each finite value in one bin, whatever the values', () => {
    const any = fc.array(
      fc.oneof(fc.double(), fc.integer({ min: -3, max: 20 }), fc.double({ min: 0, max: 1 })),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(any, (values) => {
        const { bins, count, nonFinite } = of(...values);
        expect(count + nonFinite).toBe(values.length);
        expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(count);
        expect(bins.length).toBeLessThan(16);
        for (const [i, { from, to }] of bins.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          if (i > 0) expect(from).toBeGreaterThanOrEqual(bins[i - 1]?.to as number);
        }
      }),
    );
  });
});
