import { describe, expect, it } from 'vitest';
import { flattenAdvantages } from '../../ts/estimators/advantage-result.ts';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';

const rewards = GroupedRewards.from([[1, 0], [], [0.5]]);
const flatten = (result: unknown): number[] =>
  Array.from(flattenAdvantages(result, rewards, 'estimator "mine"'));

describe('flattenAdvantages takes', () => {
  it.each([
    ['a flat array', [7, 8, 9]],
    ['a flat typed array', Float32Array.of(7, 8, 9)],
    ['any array-like', { length: 3, 0: 7, 1: 8, 2: 9 }],
    ['one array a group', [[7, 8], [], [9]]],
    ['one typed array a group', [Float64Array.of(7, 8), new Float64Array(), Float32Array.of(9)]],
    ['a mixture of the two', [Float64Array.of(7, 8), [], [9]]],
    ['grouped rewards of the same groups', rewards.withValues(Float64Array.of(7, 8, 9))],
    [
      'what another copy of the package calls grouped rewards',
      { offsets: rewards.offsets, [Symbol.iterator]: () => [[7, 8], [], [9]].values() },
    ],
    ['other grouped rewards of the same sizes', GroupedRewards.from([[7, 8], [], [9]])],
  ])('%s', (_, advantages) => {
    expect(flatten({ advantages })).toEqual([7, 8, 9]);
    expect(flatten({ advantages, returns: null })).toEqual([7, 8, 9]);
  });

  it('NaN and infinities', () => {
    expect(flatten({ advantages: [NaN, Infinity, -Infinity] })).toEqual([NaN, Infinity, -Infinity]);
  });

  it('no advantages for no rewards', () => {
    const none = GroupedRewards.from([[], []]);
    for (const advantages of [[], [[], []], none, new Float64Array()])
      expect(flattenAdvantages({ advantages }, none, 'estimator "mine"')).toEqual(
        new Float64Array(),
      );
  });
});

describe('flattenAdvantages refuses', () => {
  it.each([
    ['too few', [1, 2], '3 advantages, one a trajectory, got 2'],
    ['too many', [1, 2, 3, 4], '3 advantages, one a trajectory, got 4'],
    ['none', [], '3 advantages, one a trajectory, got 0'],
    ['too few groups', [[7, 8], []], 'advantages of 3 groups, got 2'],
    ['too many groups', [[7, 8], [], [9], []], 'advantages of 3 groups, got 4'],
    ['a group too short', [[7], [], [9]], '2 advantages for group 0, got 1'],
    ['a group too long', [[7, 8], [], [9, 10]], '1 advantages for group 2, got 2'],
    ['a group that is none', [[7, 8], [], 9], '1 advantages for group 2, got 9'],
    ['another cut', GroupedRewards.from([[7], [8], [9]]), '2 advantages for group 0, got 1'],
    ['fewer groups', GroupedRewards.from([[7, 8, 9]]), 'advantages of 3 groups, got 1'],
    ['null for a number', [null, 1, 2], 'a number at place 0, got null'],
    ['text for a number', [1, '2', 3], 'a number at place 1, got "2"'],
    ['a boolean for a number', [1, 0, true], 'a number at place 2, got true'],
    ['a hole', [1, undefined, 3], 'a number at place 1, got undefined'],
    ['bigints', BigInt64Array.of(1n, 2n, 3n), 'a number at place 0, got 1n'],
    ['a list inside a flat one', [1, [2], 3], 'a number at place 1, got an array of 1'],
    ['text inside a group', [[7, '8'], [], [9]], 'a number at place 1, got "8"'],
    ['text', '789', 'an object { advantages } of numbers, got "789"'],
    ['nothing', undefined, 'an object { advantages } of numbers, got undefined'],
    ['one number', 5, 'an object { advantages } of numbers, got 5'],
    ['a set', new Set([7, 8, 9]), 'an object { advantages } of numbers, got an object'],
    [
      'a promise of numbers',
      Promise.resolve([7, 8, 9]),
      'an object { advantages } of numbers, got a promise (estimators are synchronous)',
    ],
  ])('advantages: %s', (_, advantages, message) => {
    expect(() => flatten({ advantages })).toThrow(
      expect.objectContaining({
        code: 'invalid-estimator-result',
        message: `estimator "mine" must return ${message}`,
      }),
    );
  });

  it.each([
    ['a bare array', [7, 8, 9], 'an array of 3'],
    ['a bare typed array', Float64Array.of(7, 8, 9), 'a Float64Array'],
    ['a pair, as in Python', [[[7, 8], [], [9]], []], 'an array of 2'],
    ['grouped rewards', rewards, 'an object'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    [
      'a promise',
      Promise.resolve({ advantages: [7, 8, 9] }),
      'a promise (estimators are synchronous)',
    ],
  ])('a result that is %s', (_, result, came) => {
    expect(() => flatten(result)).toThrow(
      `estimator "mine" must return an object { advantages } of numbers, got ${came}`,
    );
  });
});
