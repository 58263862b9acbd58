import { describe, expect, it } from 'vitest';
import { runTokenSpec } from '../../../ts/estimators/token/run-token-spec.ts';
import type { OutcomeStep } from '../../../ts/estimators/token/token-spec.ts';

const place = (step: Omit<OutcomeStep, 'kind'>, mask: number[]): number[] => [
  ...runTokenSpec(
    {
      level: 'token',
      rewards: [{ kind: 'outcome', ...step }],
      credit: { kind: 'none' },
    },
    { offsets: [0, 3, 5], outcomes: [2, 3], mask },
  ).advantages,
];

describe('the step outcome', () => {
  it('stands at the last trained token, at the last one, or at every one', () => {
    const mask = [1, 1, 0, 1, 0];
    expect(place({ place: 'last-trained' }, mask)).toEqual([0, 2, 0, 3, 0]);
    expect(place({ place: 'last' }, mask)).toEqual([0, 0, 2, 0, 3]);
    expect(place({ place: 'every' }, mask)).toEqual([2, 2, 2, 3, 3]);
  });

  it('is nowhere in a row without a trained token, or refuses it', () => {
    const mask = [1, 1, 0, 0, 0];
    expect(place({ place: 'last-trained' }, mask)).toEqual([0, 2, 0, 0, 0]);
    expect(() => place({ place: 'last-trained', empty: 'refuse' }, mask)).toThrow(
      'row 1 must be a row with a trained token',
    );
  });
});
