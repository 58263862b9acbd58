import { expect, it } from 'vitest';
import { groupLengthPenalty } from '../../../ts/estimators/shaping/group-length-penalty.ts';

const costs = { outputTokens: [10, 20, 7], inputTokens: [0, 0, 5], turns: [1, 2, 3] };

it('takes a share of the mean for the share of the longest of the group', () => {
  const shaped = groupLengthPenalty([[1, 0], [1]], costs).toArrays();
  const mean = 0.5;
  expect(shaped[0]?.[0]).toBeCloseTo(1 - mean * (0.25 * 0.5 + 0.1 * 0.5), 12);
  expect(shaped[0]?.[1]).toBeCloseTo(0 - mean * (0.25 + 0.1), 12);
  expect(shaped[1]?.[0]).toBeCloseTo(1 - (0.25 + 0.1 + 0.1), 12);
});

it('refuses costs that are none', () => {
  expect(() => groupLengthPenalty([[1, 0]], costs)).toThrow(
    'outputTokens must be one a trajectory (2)',
  );
  const below = { ...costs, turns: [1, -1, 1] };
  expect(() => groupLengthPenalty([[1, 0, 1]], below)).toThrow(
    'turns[1] must be a number ≥ 0, got -1',
  );
});
