import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaveOneOutSquares } from '../../ts/kernels/js/leave-one-out-squares.ts';
import { maxAtK } from '../../ts/kernels/js/max-at-k.ts';
import { SEED } from '../support/arbitrary-rewards.ts';

function squaresOf(values: readonly number[]): number[] {
  const out = new Float64Array(values.length);
  leaveOneOutSquares(
    Float64Array.from(values),
    0,
    values.length,
    out,
    new Float64Array(out.length),
  );
  return [...out];
}

describe('leaveOneOutSquares', () => {
  it('is exactly 0 where the others are equal, beside whatever outlier', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(40),
        (value, outlier, count, at) => {
          const place = at % (count + 1);
          const values = Array(count).fill(value);
          values.splice(place, 0, outlier);
          expect(squaresOf(values)[place]).toBe(0);
        },
      ),
      { seed: SEED },
    );
  });

  it('does not lose what is small beside a large mean', () => {
    const values = [0, 1, 2, 3].map((x) => 1e8 + x);
    const expected = [0, 1, 2, 3].map((left) => {
      const others = [0, 1, 2, 3].filter((x) => x !== left);
      const mean = others.reduce((sum, x) => sum + x, 0) / 3;
      return others.reduce((sum, x) => sum + (x - mean) ** 2, 0);
    });
    squaresOf(values).forEach((squares, i) => {
      expect(squares).toBeCloseTo(expected[i] as number, 6);
    });
  });

  it('is NaN where the only other one is no number', () => {
    expect(squaresOf([1, Number.NaN])).toEqual([Number.NaN, 0]);
  });
});

describe('maxAtK', () => {
  const credits = (values: readonly number[], k: number): number[] => {
    const out = new Float64Array(values.length);
    maxAtK(Float64Array.from(values), Uint32Array.of(0, values.length), k, out);
    return [...out];
  };

  it('is k / n of 1 where all are 1, and what one that is 1 gives to those it is drawn with', () => {
    const [n, k] = [1000, 500];
    for (const credit of credits(Array(n).fill(1), k)) expect(credit).toBeCloseTo(k / n, 12);
    const one = credits([...Array(n - 1).fill(0), 1], k);
    expect(one.at(-1)).toBeCloseTo(k / n, 12);
    for (const credit of one.slice(0, -1))
      expect(credit).toBeCloseTo((k * (k - 1)) / (n * (n - 1)), 12);
  });

  it('holds k within the group', () => {
    expect(credits([1, 3], 9)).toEqual(credits([1, 3], 2));
    expect(credits([1, 3], 2)).toEqual([3, 3]);
    expect(credits([4], 3)).toEqual([4]);
  });

  it('keeps what is no number to the subsets that hold it', () => {
    expect(credits([1, Number.NaN, 3], 1)).toEqual([1 / 3, Number.NaN, 1]);
    expect(credits([1, Number.NaN], 2)).toEqual([Number.NaN, Number.NaN]);
  });
});
