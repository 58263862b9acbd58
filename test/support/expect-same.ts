import { expect } from 'vitest';

/**
 * Asserts the same numbers by `Object.is` on every element (NaN is NaN, −0 is not 0). Many times faster than
 * `toEqual` where properties compare thousands of them; on a difference it says where.
 */
export function expectSame(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  about: () => string = () => '',
): void {
  let at = actual.length === expected.length ? -1 : Math.min(actual.length, expected.length);
  for (let i = 0; i < expected.length && at < 0; i++)
    if (!Object.is(actual[i], expected[i])) at = i;
  if (at < 0) return;
  const lengths = `${actual.length} and ${expected.length} numbers`;
  expect.fail(
    `differs at ${at}: ${show(actual[at])} instead of ${show(expected[at])}; ${lengths}; ${about()}`,
  );
}

/** Asserts numbers that agree to a relative difference, taken of the largest, NaN and infinities included. */
export function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  relative: number,
  absolute = 0,
): void {
  expect(actual.length).toBe(expected.length);
  let largest = 0;
  for (let i = 0; i < expected.length; i++)
    if (Number.isFinite(expected[i])) largest = Math.max(largest, Math.abs(expected[i] as number));
  for (let i = 0; i < expected.length; i++) {
    const [a, b] = [actual[i] as number, expected[i] as number];
    if (Object.is(a, b) || Math.abs(a - b) <= relative * largest + absolute) continue;
    expect.fail(`differs at ${i}: ${a} is not within ${relative} of ${b}`);
  }
}

const show = (x: number | undefined): string => (Object.is(x, -0) ? '-0' : String(x));
