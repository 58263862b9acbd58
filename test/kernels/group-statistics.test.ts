import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areWeights } from '../../ts/kernels/js/are-weights.ts';
import { leaveOneOutSquares } from '../../ts/kernels/js/leave-one-out-squares.ts';
import { maxAtK } from '../../ts/kernels/js/max-at-k.ts';
import {
  type WeightedMoments,
  weightedMeanOf,
  weightedMoments,
} from '../../ts/kernels/js/weighted-moments.ts';
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

  it('is what the others alone are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 2, maxLength: 40 }),
        (values) => {
          const got = squaresOf(values);
          values.forEach((_, i) => {
            const others = values.filter((_, j) => j !== i);
            const mean = others.reduce((sum, x) => sum + x, 0) / others.length;
            expect(got[i]).toBeCloseTo(
              others.reduce((sum, x) => sum + (x - mean) ** 2, 0),
              9,
            );
          });
        },
      ),
      { seed: SEED },
    );
  });

  it('is NaN where the only other one is no number', () => {
    expect(squaresOf([1, Number.NaN])).toEqual([Number.NaN, 0]);
  });
});

/** NaN last. */
const ascending = (a = Number.NaN, b = Number.NaN): number =>
  Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || a - b || 0;

describe('weightedMoments', () => {
  const some = fc.array(
    fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.integer({ min: 0, max: 5 })),
    { minLength: 1, maxLength: 400 },
  );
  const cut = (pairs: readonly (readonly [number, number])[]): [Float64Array, Float64Array] => [
    Float64Array.from(pairs, ([value]) => value),
    Float64Array.from(pairs, ([, weight]) => weight),
  ];

  const momentsOf = (pairs: readonly (readonly [number, number])[]): WeightedMoments => {
    const moments = weightedMoments(...cut(pairs));
    if (moments === null) throw new Error('refused');
    return moments;
  };

  it('is what each value is as often as its weight says', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(0, 1e6), (pairs, offset) => {
        const shifted = pairs.map(([x, w]) => [x + offset, w] as const);
        const all = shifted.flatMap(([x, w]) => Array<number>(w).fill(x));
        const { total, mean, squares } = momentsOf(shifted);
        expect(total).toBe(all.length);
        if (all.length === 0) return expect(mean).toBeNaN();
        const expected = all.reduce((sum, x) => sum + (x - offset), 0) / all.length;
        expect(mean - offset).toBeCloseTo(expected, 7);
        expect(squares).toBeCloseTo(
          all.reduce((sum, x) => sum + (x - offset - expected) ** 2, 0),
          offset === 0 ? 8 : 3,
        );
        expect(weightedMeanOf(...cut(shifted), 0, shifted.length) - mean).toBeCloseTo(0, 8);
      }),
      { seed: SEED },
    );
  });

  it('does not look at what weighs nothing', () => {
    for (const nothing of [Number.NaN, Infinity, 1e300]) {
      const [values, weights] = cut([
        [nothing, 0],
        [1, 2],
        [4, 1],
        [nothing, 0],
      ]);
      expect(weightedMoments(values, weights)).toEqual({ total: 3, mean: 2, squares: 6 });
      expect(weightedMeanOf(values, weights, 0, 4)).toBe(2);
    }
    expect(momentsOf([[Number.NaN, 1]]).mean).toBeNaN();
  });
});

describe('weights', () => {
  const legal = fc.oneof(
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    fc.constant(-0),
  );

  it('are finite and not negative, wherever they are, and moments are of no others', () => {
    fc.assert(
      fc.property(
        fc.array(legal, { minLength: 1, maxLength: 300 }),
        fc.constantFrom(-5e-324, -1, Number.NaN, Infinity, -Infinity),
        fc.nat(),
        (numbers, illegal, at) => {
          const weights = Float64Array.from(numbers);
          const values = new Float64Array(weights.length);
          expect(areWeights(weights)).toBe(true);
          expect(weightedMoments(values, weights)).not.toBeNull();
          weights[at % weights.length] = illegal;
          expect(areWeights(weights)).toBe(false);
          expect(weightedMoments(values, weights)).toBeNull();
        },
      ),
      { seed: SEED },
    );
  });

  it('may be more than a number holds together', () => {
    const weights = new Float64Array(3).fill(1e308);
    expect(weightedMoments(new Float64Array(3), weights)?.total).toBe(Infinity);
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

  it('is the same for few and for many, equal ones and none included', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1, 0.5, -2, Number.NaN), { minLength: 49, maxLength: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (values, k) => {
          // Sorted beforehand, a group is left as it is: its credits tell what the others are to be.
          const places = values.map((_, i) => i).sort((a, b) => ascending(values[a], values[b]));
          const sorted = credits(
            places.map((place) => values[place] as number),
            k,
          );
          const got = credits(values, k);
          expect(places.map((place) => got[place])).toEqual(sorted);
        },
      ),
      { seed: SEED, numRuns: 50 },
    );
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
