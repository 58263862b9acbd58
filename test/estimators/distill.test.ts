import { describe, expect, it } from 'vitest';
import { computeDistillReverseKl } from '../../ts/estimators/distill.ts';

const wide = { clipMin: -100, clipMax: 100 };
const of = (...args: Parameters<typeof computeDistillReverseKl>): number[] =>
  Array.from(computeDistillReverseKl(...args));

describe('computeDistillReverseKl', () => {
  it('is teacher less student, token by token', () => {
    expect(of([-1, -2, -0.5], [-1.5, -1, -0.5], wide)).toEqual([0.5, -1, 0]);
  });

  it('cuts to the shorter of the two', () => {
    expect(of([-1, -2, -3], [-1.5], wide)).toEqual([0.5]);
    expect(of([], [-1], wide)).toEqual([]);
  });

  it('weighs by coef before it clips', () => {
    expect(of([-1, -2], [-1.5, -1], { clipMin: -1.5, clipMax: 0.75, coef: 2 })).toEqual([
      0.75, -1.5,
    ]);
  });

  it('adds the discounted ones after each', () => {
    expect(of([1, 2, 4], [0, 0, 0], { ...wide, discount: 0.5 })).toEqual([3, 4, 4]);
    expect(of([1, 2, 4], [0, 0, 0], { ...wide, discount: -0.5 })).toEqual([1, 2, 4]);
  });

  it('clips after the discounted sum', () => {
    expect(of([1, 2, 4], [0, 0, 0], { clipMin: 0, clipMax: 3.5, discount: 0.5 })).toEqual([
      3, 3.5, 3.5,
    ]);
  });

  it('gives NaN the upper bound and infinities the bounds, as Python’s min and max do', () => {
    expect(of([NaN, Infinity, -Infinity], [0, 0, 0], wide)).toEqual([100, 100, -100]);
  });

  it('takes a bound for a value that is not beyond it: zeros of either sign, NaN', () => {
    expect(of([0], [0], { clipMin: 0, clipMax: 1, coef: -1 })).toEqual([0]);
    expect(of([0], [0], { clipMin: -1, clipMax: 0, coef: -1 })).toEqual([0]);
    expect(of([0], [0], { clipMin: -1, clipMax: NaN })).toEqual([-1]);
    expect(of([0], [0], { clipMin: NaN, clipMax: 1 })).toEqual([NaN]);
  });

  it('lets the lower bound win when they are crossed', () => {
    expect(of([0], [0], { clipMin: 2, clipMax: 1 })).toEqual([2]);
  });

  it.each(['clipMin', 'clipMax', 'coef', 'discount'])('refuses a %s that is no number', (name) => {
    expect(() => computeDistillReverseKl([], [], { ...wide, [name]: '1' })).toThrow(
      `${name} must be a number, got "1"`,
    );
  });

  it('refuses missing bounds', () => {
    expect(() => computeDistillReverseKl([], [], {} as never)).toThrow(
      'clipMin must be a number, got undefined',
    );
  });

  it.each([
    [['-1'], [0], 'teacherLogprobs[0] must be a number, got "-1"'],
    [[-1], [true], 'studentLogprobs[0] must be a number, got true'],
    // biome-ignore lint/suspicious/noSparseArray: that is the point
    [[-1, , 3], [0], 'teacherLogprobs[1] must be a number, got undefined'],
    [undefined, [0], 'teacherLogprobs must be an array of numbers, got undefined'],
    [[-1], '12', 'studentLogprobs must be an array of numbers, got "12"'],
  ])('refuses %j and %j', (teacher, student, message) => {
    expect(() =>
      computeDistillReverseKl(teacher as never, student as never, { clipMin: -5, clipMax: 5 }),
    ).toThrow(message);
  });
});
