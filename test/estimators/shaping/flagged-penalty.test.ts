import { expect, it } from 'vitest';
import { flaggedPenalty } from '../../../ts/estimators/shaping/flagged-penalty.ts';

it('costs as often as there are flags', () => {
  expect([...flaggedPenalty([1, 1, 0], [false, true, 2], 0.25)]).toEqual([1, 0.75, -0.5]);
});

it('refuses flags that are none', () => {
  expect(() => flaggedPenalty([1], [], 1)).toThrow('flags must be one a reward (1)');
  expect(() => flaggedPenalty([1], [-1], 1)).toThrow(
    'flags[0] must be a boolean, or how many, got -1',
  );
  expect(() => flaggedPenalty([1], [true], Number.NaN)).toThrow('penalty must be a finite number');
});
