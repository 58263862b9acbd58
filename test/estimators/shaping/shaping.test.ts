import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosineLengthReward } from '../../../ts/estimators/shaping/cosine-length-reward.ts';
import { overlongPenalty } from '../../../ts/estimators/shaping/overlong-penalty.ts';
import { repetitionPenalty } from '../../../ts/estimators/shaping/repetition-penalty.ts';
import { truncatedReward } from '../../../ts/estimators/shaping/truncated-reward.ts';

describe('overlongPenalty', () => {
  const options = { maxLength: 100, buffer: 20, factor: 2 };

  it('is 0 before the buffer, falls in a straight line, and ends at the factor', () => {
    expect([0, 80, 85, 90, 100, 130].map((length) => overlongPenalty(length, options))).toEqual([
      0, 0, -0.5, -1, -2, -2,
    ]);
  });

  it('takes the whole length for a buffer', () => {
    expect(overlongPenalty(5, { maxLength: 10, buffer: 10 })).toBe(-0.5);
  });

  it.each([
    [{ maxLength: 0, buffer: 1 }, 'maxLength must be'],
    [{ maxLength: 10, buffer: 11 }, 'buffer must be above 0 and at most maxLength, 10'],
    [{ maxLength: 10, buffer: 0 }, 'buffer must be'],
    [{ maxLength: 10, buffer: 5, factor: -1 }, 'factor must be'],
  ])('refuses %o', (bad, message) => {
    expect(() => overlongPenalty(5, bad)).toThrow(message);
  });

  it('refuses what is no length', () => {
    expect(() => overlongPenalty(Number.NaN, options)).toThrow('length must be');
    expect(() => overlongPenalty(-1, options)).toThrow('length must be');
  });
});

describe('truncatedReward', () => {
  it('scales by a coefficient from 0 to 1 and is replaced by one below 0', () => {
    expect(truncatedReward(-2, 0.5)).toBe(-1);
    expect(truncatedReward(0.8, 1)).toBe(0.8);
    expect(truncatedReward(0.8, -0.25)).toBe(-0.25);
  });

  it('refuses a coefficient above 1', () => {
    expect(() => truncatedReward(1, 1.5)).toThrow('coefficient must be');
    expect(() => truncatedReward(1, Number.NaN)).toThrow('coefficient must be');
  });
});

describe('repetitionPenalty', () => {
  it('is the share of repeated n-grams', () => {
    expect(repetitionPenalty([1, 2, 1, 2, 1], { size: 2 })).toBe(-0.5);
    expect(repetitionPenalty(['a', 'b', 'a', 'b'], { size: 1, most: -4 })).toBe(-2);
  });

  it('is 0 for short responses, and tells words with commas in them apart', () => {
    expect(repetitionPenalty([1, 2])).toBe(0);
    expect(repetitionPenalty(['a,b', 'c', 'a', 'b,c'], { size: 2 })).toBe(0);
  });

  it('stays between most and 0', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3)), fc.integer({ min: 1, max: 4 }), (tokens, size) => {
        const penalty = repetitionPenalty(tokens, { size, most: -2 });
        expect(penalty).toBeLessThanOrEqual(0);
        expect(penalty).toBeGreaterThan(-2);
      }),
    );
  });

  it('refuses sizes that are no count and bonuses', () => {
    expect(() => repetitionPenalty([1], { size: 0 })).toThrow('size must be');
    expect(() => repetitionPenalty([1], { most: 1 })).toThrow('most must be');
  });
});

describe('cosineLengthReward', () => {
  it('goes from the shortest to the longest, and is their mean half way', () => {
    const options = { maxLength: 10, right: [2, 1], wrong: [-10, 0] } as const;
    expect(cosineLengthReward(0, true, options)).toBe(2);
    expect(cosineLengthReward(10, true, options)).toBe(1);
    expect(cosineLengthReward(5, false, options)).toBeCloseTo(-5, 12);
  });

  it('refuses a response above the longest', () => {
    expect(() => cosineLengthReward(11, true, { maxLength: 10 })).toThrow('length must be');
  });
});
