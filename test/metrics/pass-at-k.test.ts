import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePassAtK, unbiasedPassAtK } from '../../ts/metrics/pass-at-k.ts';

const quiet = { onWarning: () => {} };

describe('computePassAtK', () => {
  it('counts attempts and tasks', () => {
    const results = ['q', 'q', 'r'].map((task, i) => ({ task, reward: [0, 1, -1][i] as number }));
    expect(computePassAtK(results)).toEqual({ problems: 2, passAt1: 1 / 3, passAtK: 0.5 });
  });

  it('takes objects with the same entries for one task, and 1 and "1"', () => {
    const objects = [
      { task: { b: [1, { y: 2, x: null }], a: 2 }, reward: true },
      { task: { a: 2, b: [1, { x: null, y: 2 }] }, reward: false },
    ];
    expect(computePassAtK(objects)).toEqual({ problems: 1, passAt1: 0.5, passAtK: 1 });
    const texts = [1, '1', 2].map((task) => ({ task, reward: 0 }));
    expect(computePassAtK(texts).problems).toBe(2);
  });

  it('refuses nothing at all', () => {
    expect(() => computePassAtK([])).toThrow('results must be a non-empty array of attempts');
  });

  it('case 10: refuses a missing reward, which is not a wrong answer', () => {
    const results = [
      { task: 'a', reward: 1 },
      { task: 'b', reward: null as never },
    ];
    expect(() => computePassAtK(results)).toThrow(
      'results[1].reward must be a number or a boolean, got null',
    );
  });
});

describe('unbiasedPassAtK', () => {
  it('case 77: gives the right values, also with fewer than k attempts', () => {
    const mean = (...values: number[]) => values.reduce((a, b) => a + b) / values.length;
    expect(unbiasedPassAtK(2, 0, 5, quiet)).toBe(0);
    expect(unbiasedPassAtK(2, 1, 5, quiet)).toBe(1);
    expect(mean(unbiasedPassAtK(4, 1, 2), unbiasedPassAtK(1, 0, 2, quiet))).toBe(0.25);
    expect(mean(unbiasedPassAtK(4, 1, 4), unbiasedPassAtK(3, 0, 4, quiet))).toBe(0.5);
    expect(unbiasedPassAtK(5, 2, 3)).toBe(0.9);
  });

  it('case 77: says when it is no estimate', () => {
    const kinds: string[] = [];
    unbiasedPassAtK(1, 1, 2, { onWarning: ({ kind, message }) => kinds.push(kind, message) });
    expect(kinds).toEqual([
      'too-few-attempts',
      'pass@2 of 1 attempt is no estimate; it tells whether any was right',
    ]);
  });

  it.each([
    [0, 0, 1],
    [2, 3, 1],
    [2, -1, 1],
    [2, 1, 0],
    [2.5, 1, 1],
  ])('refuses n = %d, c = %d, k = %d', (n, c, k) => {
    expect(() => unbiasedPassAtK(n, c, k)).toThrow(/must be/);
  });

  it('is the share of k-subsets with a right attempt', () => {
    const cases = fc
      .integer({ min: 1, max: 10 })
      .chain((n) =>
        fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })),
      );
    fc.assert(
      fc.property(cases, ([n, c, k]) => {
        let [all, passing] = [0, 0];
        for (let subset = 0; subset < 1 << n; subset++) {
          if (subset.toString(2).replaceAll('0', '').length !== k) continue;
          all++;
          if ((subset & ((1 << c) - 1)) !== 0) passing++;
        }
        expect(unbiasedPassAtK(n, c, k)).toBeCloseTo(passing / all, 12);
      }),
    );
  });

  it('tells tasks apart by their JSON, as they write it themselves', () => {
    const attempts = (...tasks: unknown[]) => tasks.map((task) => ({ task, reward: 1 }));
    expect(computePassAtK(attempts(new Date(0), new Date(1), new Date(0))).problems).toBe(2);
    expect(computePassAtK(attempts({ a: 1, b: undefined }, { a: 1 })).problems).toBe(1);
    expect(
      computePassAtK(attempts({ a: [{ c: 1, d: 2 }] }, { a: [{ d: 2, c: 1 }] })).problems,
    ).toBe(1);
    expect(() => computePassAtK(null as never)).toThrow('results must be a non-empty array');
  });

  it('refuses counts at which counting stands still', () => {
    expect(() => unbiasedPassAtK(2 ** 53, 5, 1)).toThrow('n must be a positive integer');
    expect(() => unbiasedPassAtK(5, 2, 2 ** 53)).toThrow('k must be a positive integer');
  });
});
