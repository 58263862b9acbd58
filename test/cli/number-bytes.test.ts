import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_NUMBER, NumberBytes } from '../../ts/cli/number-bytes.ts';
import { numberText } from '../../ts/cli/number-text.ts';

/** What the writer makes of each of them. */
function written(writer: NumberBytes, values: readonly number[]): string[] {
  for (const value of values) writer.add(value);
  writer.seal();
  return values.map((value) => {
    const bytes = new Uint8Array(LONGEST_NUMBER + 3);
    return new TextDecoder().decode(bytes.subarray(3, writer.write(value, bytes, 3)));
  });
}

/** A number and its neighbours, which have a longer text, or one of another length. */
function around(value: number): number[] {
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  const next = (by: bigint): number =>
    new Float64Array(BigInt64Array.of((bits[0] as bigint) + by).buffer)[0] as number;
  return [next(-1n), value, next(1n)].flatMap((one) => [one, -one]);
}

describe('NumberBytes', () => {
  it('writes what JavaScript writes, whatever the number', () => {
    const decimal = fc
      .tuple(fc.integer(), fc.integer({ min: 0, max: 8 }))
      .map(([digits, places]) => digits / 10 ** places);
    const number = fc.oneof(
      fc.double(),
      decimal,
      decimal.map((value) => value + 1e-9),
      fc.double({ min: -3e9, max: 3e9, noNaN: true }).map((value) => Number(value.toFixed(6))),
      fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    );
    const writer = new NumberBytes();
    fc.assert(
      fc.property(fc.array(number), (values) => {
        expect(written(writer, values)).toEqual(values.map(numberText));
      }),
      { numRuns: 500 },
    );
  });

  it('writes what JavaScript writes where the length of a text changes', () => {
    const edges = [0.000001, 0.0000005, 0.1, 0.3, 1, 9.999999, 999999.999999, 2 ** 31, 2 ** 32];
    for (let power = -8; power < 24; power++) edges.push(10 ** power, 10 ** power - 0.000001);
    for (let bit = 20; bit < 54; bit++) edges.push(2 ** bit - 0.000001, 2 ** bit + 0.5);
    const values = edges.flatMap(around);
    expect(written(new NumberBytes(), values)).toEqual(values.map(numberText));
  });

  it('has room for as many of the longest numbers as there are', () => {
    const longest = -1.2345678901234567e-6;
    const writer = new NumberBytes();
    for (const count of [500, 1000]) {
      const values = Array<number>(count).fill(longest);
      for (const text of written(writer, values)) expect(text).toBe('-0.0000012345678901234567');
    }
  });
});
