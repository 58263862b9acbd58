import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteRecord } from '../../ts/rollouts/byte-record.ts';
import { toBytes } from './read.ts';

/** All members, decoded. */
function members(record: ByteRecord | null): Record<string, unknown> | null {
  return record && Object.fromEntries(record.names.map((name) => [name, record.get(name)]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('ByteRecord', () => {
  it('holds the members that JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (object) => {
        for (const text of [JSON.stringify(object), JSON.stringify(object, null, '\t')]) {
          expect(members(ByteRecord.scan(toBytes(text)))).toEqual(JSON.parse(text));
        }
      }),
    );
  });

  it('takes exactly the objects that JSON.parse takes, however they are damaged', () => {
    const damage = fc.record({
      object: fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
      at: fc.nat(),
      by: fc.constantFrom(
        '',
        '"',
        '\\',
        '\\u00',
        ',',
        ':',
        '{',
        '}',
        '[',
        ']',
        '0',
        '-',
        'e',
        '\t',
        '\n',
        'tru',
        '.',
      ),
      length: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(damage, ({ object, at, by, length }) => {
        const good = JSON.stringify(object);
        const cut = at % good.length;
        const text = good.slice(0, cut) + by + good.slice(cut + length);
        const value = parsed(text);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        const found = members(ByteRecord.scan(toBytes(text.toWellFormed())));
        expect(found).toEqual(isObject ? parsed(text.toWellFormed()) : null);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads bare NaN and infinities, equal keys, escaped keys and `__proto__`', () => {
    const record = ByteRecord.scan(
      toBytes(
        '{"reward": NaN, "a": 1, "\\u0061": [-Infinity], "__proto__": {"x": 1}, "__proto__": 2}',
      ),
    );
    expect(record?.get('reward')).toBeNaN();
    expect(record?.get('a')).toEqual([Number.NEGATIVE_INFINITY]);
    expect(record?.get('__proto__')).toBe(2);
    expect(record?.get('x')).toBeUndefined();
    expect(record?.names).toEqual(['reward', 'a', '__proto__']);
  });

  it('keeps the digits of large integers', () => {
    const record = ByteRecord.scan(toBytes('{"id": 12345678901234567890}'));
    expect(record?.exact('id')).toBe('12345678901234567890');
    expect(record?.exact('none')).toBeUndefined();
  });

  it('survives any nesting', () => {
    const deep = `{"a": ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}, "b": 1}`;
    expect(ByteRecord.scan(toBytes(deep))?.get('b')).toBe(1);
    expect(ByteRecord.scan(toBytes(deep.slice(0, -2)))).toBeNull();
  });
});
