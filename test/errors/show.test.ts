import { describe, expect, it } from 'vitest';
import { show } from '../../ts/errors/show.ts';

describe('show', () => {
  it.each([
    ['text', '"text"'],
    ['a "quoted"\nline', '"a \\"quoted\\"\\nline"'],
    ['', '""'],
    [5, '5'],
    [-0, '-0'],
    [NaN, 'NaN'],
    [-Infinity, '-Infinity'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'undefined'],
    [12n, '12n'],
    [Symbol('s'), 'Symbol(s)'],
    [[1, 2], 'an array of 2'],
    [new Float64Array(2), 'a Float64Array of 2'],
    [new DataView(new ArrayBuffer(2)), 'a DataView'],
    [{ a: 1 }, 'an object'],
    [Object.create(null), 'an object'],
    [new Date(0), 'an object'],
    [function named() {}, 'function named'],
    [() => {}, 'function (anonymous)'],
  ])('%o', (value, text) => {
    expect(show(value)).toBe(text);
  });

  it('cuts what is long and tells how long it was', () => {
    expect(show('x'.repeat(100))).toBe(`"${'x'.repeat(59)}… (102 characters)`);
    expect(show(10n ** 100n)).toBe(`1${'0'.repeat(59)}… (102 characters)`);
    expect(show('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`);
  });
});
