import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeValue } from '../../../ts/trainer/checkpoint/decode-value.ts';
import { encodeValue } from '../../../ts/trainer/checkpoint/encode-value.ts';

const again = (value: unknown): unknown => decodeValue(encodeValue(value, 'value'));

const anything = fc.anything({
  maxDepth: 3,
  maxKeys: 5,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withNullPrototype: true,
  withSparseArray: true,
  withUnicodeString: true,
});

describe('any value', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(again(value)).toStrictEqual(value);
      }),
      { numRuns: 500, endOnFailure: true },
    );
  });

  it('has the same bytes when it has come back', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const bytes = encodeValue(value, 'value');
        expect(encodeValue(decodeValue(bytes), 'value')).toEqual(bytes);
      }),
    );
  });

  it('is never read out of bytes that end too soon', () => {
    fc.assert(
      fc.property(anything, fc.nat(), (value, cut) => {
        const bytes = encodeValue(value, 'value');
        expect(() => decodeValue(bytes.subarray(0, cut % bytes.length))).toThrow();
      }),
    );
  });

  it('never makes reading hang or take much memory, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          decodeValue(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

it.each([
  ['-0', -0],
  ['NaN', Number.NaN],
  ['infinities', [Infinity, -Infinity]],
  ['numbers with a -0', [1, -0, 3]],
  ['integers at the ends of 32 bits', [-(2 ** 31), 2 ** 31 - 1]],
  ['an integer beyond them', [2 ** 31]],
  ['undefined beside nothing', { a: undefined }],
  ['half of a surrogate pair', { '\ud800': 'a\udc00' }],
  ['a byte order mark', '\ufeffa'],
  ['a key __proto__', JSON.parse('{"__proto__": {"a": 1}}')],
  ['a hole', Object.assign([], { 0: 1, 2: 3 })],
  ['a part of a buffer', new Float32Array([1, 2, 3, 4]).subarray(1, 3)],
  ['an invalid date', new Date(Number.NaN)],
])('%s comes back', (_, value) => {
  expect(again(value)).toStrictEqual(value);
});

it('writes more than there was room for at first', () => {
  for (let length = 1010; length < 1030; length++) {
    const value = ['a'.repeat(length), 1.5, new Date(7), [2 ** 40], [1]];
    expect(again(value)).toStrictEqual(value);
  }
});

it('keeps NaN and -0 in typed arrays and lists bit by bit', () => {
  const values = [Number.NaN, -0, 0, Number.MIN_VALUE];
  const [list, array] = again([values, Float64Array.from(values)]) as [number[], Float64Array];
  for (const [i, value] of values.entries()) {
    expect(Object.is(list[i], value)).toBe(true);
    expect(Object.is(array[i], value)).toBe(true);
  }
});

it('reads a Buffer of Node as well, which is a part of a larger one', () => {
  const value = { policy: Uint8Array.of(1, 2, 3), moments: Float64Array.of(0.5, -0.5) };
  const bytes = encodeValue(value, 'value');
  const within = Buffer.concat([Buffer.alloc(5), bytes, Buffer.alloc(5)]).subarray(5, -5);
  expect(decodeValue(within)).toStrictEqual(value);
});

it('keeps what is one object one, cycles too', () => {
  const shared = { reward: 1 };
  const value: Record<string, unknown> = { a: shared, b: [shared], list: [1, 2] };
  value.self = value;
  value.other = value.list;
  const back = again(value) as Record<string, unknown>;
  expect(back.self).toBe(back);
  expect((back.b as unknown[])[0]).toBe(back.a);
  expect(back.other).toBe(back.list);
});

it('takes plain objects of another realm, and the bytes of a Buffer', () => {
  expect(again(runInNewContext('({ a: [1] })'))).toEqual({ a: [1] });
  expect(again(Buffer.from('ab'))).toEqual(new Uint8Array([97, 98]));
});

class Judge {
  readonly strict = true;
}

it.each([
  [
    'a function',
    { task: { check: () => true } },
    /^episodes\.task\.check must be .*, got function check$/,
  ],
  ['a symbol', { task: [Symbol('s')] }, /^episodes\.task\[0\] must be .*, got Symbol\(s\)$/],
  [
    'an instance',
    { judges: [0, new Judge()] },
    /^episodes\.judges\[1\] must be plain data .* no instance of Judge, got/,
  ],
  [
    'an error',
    { why: new Error('x') },
    /^episodes\.why must be plain data .* no instance of Error/,
  ],
  [
    'a map in which one is',
    new Map([['a', /x/]]),
    /^episodes\.get\("a"\) must be .* no instance of RegExp/,
  ],
  [
    'a key that is a symbol',
    { [Symbol('k')]: 1 },
    /^a key of episodes must be text, got Symbol\(k\)$/,
  ],
])('refuses %s, with its path', (_, value, message) => {
  expect(() => encodeValue(value, 'episodes')).toThrow(message);
});
