import { expect, test } from 'vitest';
import { stepReturns } from '../../../ts/estimators/step/step-returns.ts';

test('a step has its reward and the discounted ones after it in its trajectory', () => {
  const trajectories = ['a', 'b', 'a', 'a', 'b'];
  expect([...stepReturns([1, 2, 0, 4, 8], trajectories, 0.5)]).toEqual([2, 6, 2, 4, 8]);
  expect([...stepReturns([1, 2, 0, 4, 8], trajectories, 0)]).toEqual([1, 2, 0, 4, 8]);
});

test('NaN reaches the steps before it, and no other trajectory', () => {
  expect([...stepReturns([1, 2, Number.NaN, 3], ['a', 'b', 'a', 'a'], 1)]).toEqual([
    Number.NaN,
    2,
    Number.NaN,
    3,
  ]);
});

test('refuses a gamma above 1 and arrays that do not fit', () => {
  expect(() => stepReturns([1], ['a'], 1.1)).toThrow(
    /gamma must be a number from 0 to 1, got 1\.1/,
  );
  expect(() => stepReturns([1], ['a', 'b'], 1)).toThrow(/trajectories must be as many as rewards/);
});
