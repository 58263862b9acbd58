import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExactJsonValues, readJsonValues } from '../../ts/rollouts/json-values.ts';

describe('readJsonValues', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readJsonValues(text)).toEqual({ values: [JSON.parse(text)], rest: '', torn: false });
      }),
    );
  });

  it('reads bare NaN and infinities, and leaves the same letters in strings alone', () => {
    const text =
      '{"a": NaN, "NaN": [-Infinity, Infinity], "s": "NaN, Infinity \\" NaN", "n": -NaN}';
    expect(readJsonValues(text).rest).toBe(text);
    const good = text.replace('-NaN', 'null');
    expect(readJsonValues(good).values).toEqual([
      {
        a: Number.NaN,
        NaN: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
        s: 'NaN, Infinity " NaN',
        n: null,
      },
    ]);
  });

  it('finds bare words in any JSON that holds them', () => {
    const marked = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
        fc.double(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('NaN', '"NaN"', '\\', '{', '}]', 'Infinity'),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(marked, { minLength: 1 }), (value) => {
        const { values, rest } = readJsonValues(toPythonJson(value));
        expect(rest).toBe('');
        expect(values).toEqual([value]);
      }),
    );
  });

  it('reads bare NaN at any depth, under any name', () => {
    const deep = `${'['.repeat(100_000)}NaN${']'.repeat(100_000)}`;
    const { values, rest } = readJsonValues(`{"__proto__": NaN, "a": ${deep}, "b": [0, NaN]}`);
    expect(rest).toBe('');
    const [record] = values as [Record<string, unknown>];
    expect(Object.getOwnPropertyDescriptor(record, '__proto__')?.value).toBeNaN();
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
    expect(record.b).toEqual([0, Number.NaN]);
    let inner = record.a;
    while (Array.isArray(inner)) inner = inner[0];
    expect(inner).toBeNaN();
  });

  it('reads several objects on one line', () => {
    expect(readJsonValues('{"a": 1}{"a": "}{"} [2]').values).toEqual([{ a: 1 }, { a: '}{' }, [2]]);
  });

  it('says what is left and whether its end is missing', () => {
    expect(readJsonValues('{"a": 1}{"a": [2')).toEqual({
      values: [{ a: 1 }],
      rest: '{"a": [2',
      torn: true,
    });
    expect(readJsonValues('{"a": 1} nonsense')).toMatchObject({ rest: 'nonsense', torn: false });
    expect(readJsonValues('{"a" 1}')).toMatchObject({ values: [], torn: false });
    expect(readJsonValues('{"a": "open\\"}')).toMatchObject({ values: [], torn: true });
    expect(readJsonValues(' \t')).toEqual({ values: [], rest: '', torn: false });
  });

  it('survives any nesting', () => {
    const deep = `${'['.repeat(200_000)}NaN`;
    expect(readJsonValues(deep).torn).toBe(true);
  });
});

describe('readExactJsonValues', () => {
  it('keeps the digits of integers that a double cannot hold', () => {
    expect(
      readExactJsonValues(
        '{"id": 12345678901234567890, "n": -9007199254740993, "x": 1.5e300, "y": 7}',
      ),
    ).toEqual([{ id: '12345678901234567890', n: '-9007199254740993', x: 1.5e300, y: 7 }]);
  });
});

/** What Python's json.dumps writes: bare words for what JSON has no numbers for. */
function toPythonJson(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0.0' : String(value);
  if (Array.isArray(value)) return `[${value.map(toPythonJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}: ${toPythonJson(v)}`);
  return `{${members.join(', ')}}`;
}
