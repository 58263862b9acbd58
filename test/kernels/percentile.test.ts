import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentile } from '../../ts/kernels/percentile.ts';
import { SEED, wild } from '../support/arbitrary-rewards.ts';
import { expectSame } from '../support/expect-same.ts';
import { slowPercentile } from '../support/slow-oracle.ts';

const of = (xs: readonly number[], p: number): number =>
  percentile(Float64Array.from(xs).sort(), p);

describe('percentile', () => {
  it('interpolates linearly', () => {
    expect([10, 50, 90].map((p) => of([1, 1, 0, 0.5, 0.5], p))).toEqual([0.2, 0.5, 1]);
    expect(of([0, 1], 30)).toBe(0.3);
  });

  it('gives the ends at 0 and 100, and the only value everywhere', () => {
    expect([of([3, 1, 2], 0), of([3, 1, 2], 100)]).toEqual([1, 3]);
    expect([0, 10, 50, 90, 100].map((p) => of([7], p))).toEqual([7, 7, 7, 7, 7]);
  });

  it('interpolates from the nearer neighbour, as NumPy rounds', () => {
    // From below they would be 0.6499999999999999 and 0.28.
    expect(of([0.2, 0.7], 90)).toBe(0.65);
    expect(of([0.1, 0.3], 90)).toBe(0.27999999999999997);
  });

  it('of nothing, or with a NaN anywhere, is NaN', () => {
    expect(of([], 50)).toBeNaN();
    expect(of([1, NaN, 0], 0)).toBeNaN();
  });

  it('follows the arithmetic of infinities', () => {
    expect(of([Infinity], 50)).toBeNaN();
    expect(of([0, Infinity], 10)).toBe(Infinity);
    expect(of([-Infinity, 0], 90)).toBe(-Infinity);
    expect(of([-Infinity, 0], 10)).toBeNaN();
  });

  it('keeps the sign of a zero where NumPy does', () => {
    expect(of([-0], 50)).toBe(-0);
    expect(of([-0, -0], 100)).toBe(0);
  });

  it('agrees with the slow oracle', () => {
    const p = fc.oneof(
      fc.constantFrom(0, 10, 50, 90, 100),
      fc.double({ min: 0, max: 100, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 40 }), p, (xs, p) => {
        // Zeros of either sign are equal to a sort by comparison; by bits, −0 comes first.
        const values = xs.map((x) => x + 0);
        expectSame([of(values, p)], [slowPercentile(values, p)]);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it.each([-1, 100.5, NaN, '50', null])('refuses the p %s', (p) => {
    expect(() => percentile(Float64Array.of(1, 2), p as never)).toThrow(
      'p must be a number from 0 to 100, got ',
    );
  });
});
