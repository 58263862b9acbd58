import { describe, expect, it } from 'vitest';
import { AdvantageEstimator, toAdvantageEstimator } from '../../ts/types/advantage-estimator.ts';

describe('toAdvantageEstimator', () => {
  it('reads every member', () => {
    expect(Object.values(AdvantageEstimator).map(toAdvantageEstimator)).toEqual([
      'grpo',
      'reinforce',
      'reinforce_plus_plus_baseline',
      'prpo',
      'rloo',
      'other',
    ]);
  });

  it.each([
    ['GRPO'],
    [' grpo'],
    [''],
    ['loop'],
    ['__proto__'],
    [null],
    [undefined],
    [5],
    [['grpo']],
  ])('makes OTHER of %j, as rLLM does, and never fails', (value) => {
    expect(toAdvantageEstimator(value)).toBe(AdvantageEstimator.OTHER);
  });
});
