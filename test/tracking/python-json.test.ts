import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonValues } from '../../ts/rollouts/json-values.ts';
import { pythonJson } from '../../ts/tracking/python-json.ts';

describe('pythonJson', () => {
  // CPython 3.11: json.dumps
  it.each<[unknown, string]>([
    ['\u007fé😀\ud800"\\\n', '"\\u007f\\u00e9\\ud83d\\ude00\\ud800\\"\\\\\\n"'],
    [5e-324, '5e-324'],
    [1.5e-7, '1.5e-07'],
    [0.00001, '1e-05'],
    [0.000123, '0.000123'],
    [0.0001, '0.0001'],
    [1e21, '1e+21'],
    [1.5e300, '1.5e+300'],
    [-0, '-0.0'],
    [NaN, 'NaN'],
    [-Infinity, '-Infinity'],
    [[1, { b: [] }, {}, null, true], '[1, {"b": []}, {}, null, true]'],
  ])('writes %j as Python does', (value, expected) => {
    expect(pythonJson(value)).toBe(expected);
  });

  it('sorts keys by code points, in all depths', () => {
    const value = { '\uffff': 1, '😀': { b: 1, a: 2 }, ab: 3, a: 4 };
    expect(pythonJson(value, { sortKeys: true })).toBe(
      '{"a": 4, "ab": 3, "\\uffff": 1, "\\ud83d\\ude00": {"a": 2, "b": 1}}',
    );
  });

  it('leaves letters and blanks out of it when told to', () => {
    const value = { é: ['\u2028\ud800', -0, Number.NaN], a: {} };
    const options = { ensureAscii: false, compact: true };
    expect(pythonJson(value, options)).toBe('{"é":["\u2028\\ud800",-0.0,NaN],"a":{}}');
  });

  it('has the exponents of Python also where nothing else is special', () => {
    const options = { ensureAscii: false, compact: true };
    expect(pythonJson([1e-4, 1, -1e-4], options)).toBe('[0.0001,1,-0.0001]');
    expect(pythonJson([9.9e-5, 1], options)).toBe('[9.9e-05,1]');
    expect(pythonJson({ a: [-0.00001] }, options)).toBe('{"a":[-1e-05]}');
  });

  it('writes the same whether or not JSON of JavaScript would do', () => {
    const number = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.constantFrom(-0, 1e-4, 9.9e-5, 1e-7, 1e21, 5e-324, Number.NaN, undefined, 10n),
    );
    const special = fc.constantFrom(new Map([['k', 1]]), new Set([1]), new Date(0), {
      toJSON: () => 1,
    });
    const leaf = fc.oneof(number, fc.string({ unit: 'binary' }), fc.constant(null), special);
    const value = fc.array(fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf)));
    fc.assert(
      fc.property(value, (list) => {
        const text = pythonJson({ list }, { ensureAscii: false, compact: true });
        // What is told apart keeps the whole of it from being written by JavaScript.
        const slow = pythonJson({ list, last: -0 }, { ensureAscii: false, compact: true });
        expect(slow).toBe(`${text.slice(0, -1)},"last":-0.0}`);
      }),
    );
    const ring: Record<string, unknown> = {};
    ring.all = [ring, { ring }];
    expect(pythonJson(ring, { ensureAscii: false, compact: true })).toBe(
      '{"all":["[circular]",{"ring":"[circular]"}]}',
    );
  });

  it('indents as Python does', () => {
    expect(pythonJson({ a: [1, { b: [] }, []], c: {} }, { indent: 2 })).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": []\n    },\n    []\n  ],\n  "c": {}\n}',
    );
  });

  it('keeps what JSON does not know, as far as it has content', () => {
    const inside: Record<string, unknown> = {};
    inside.self = inside;
    const value = {
      big: 2n ** 64n,
      map: new Map([['k', 1]]),
      set: new Set([1]),
      floats: Float32Array.of(0.5),
      error: new TypeError('no'),
      date: new Date(0),
      url: new URL('https://example.org/'),
      symbol: Symbol('s'),
      boxed: Object(1.5),
      gone: undefined,
      list: [undefined],
      inside,
    };
    expect(pythonJson(value)).toBe(
      '{"big": 18446744073709551616, "map": {"k": 1}, "set": [1], "floats": [0.5], "error": "TypeError: no", ' +
        '"date": "1970-01-01T00:00:00.000Z", "url": "https://example.org/", "symbol": "Symbol(s)", "boxed": 1.5, ' +
        '"list": [null], "inside": {"self": "[circular]"}}',
    );
  });

  it.each<[string, unknown, string]>([
    ['holes in arrays', Object.assign(new Array(3), { 1: 1 }), '[null, 1, null]'],
    ['keys that are numbers', new Map([[1, 'a']]), '{"1": "a"}'],
    [
      'keys of one text',
      new Map<unknown, string>([
        [1, 'a'],
        ['1', 'b'],
      ]),
      '[[1, "a"], ["1", "b"]]',
    ],
    [
      'keys that are objects',
      new Map([
        [{ x: 1 }, 2],
        [{ x: 3 }, 4],
      ]),
      '[[{"x": 1}, 2], [{"x": 3}, 4]]',
    ],
    ['regular expressions', { answer: /^4+$/u }, '{"answer": "/^4+$/u"}'],
  ])('loses nothing of %s', (_, value, expected) => {
    expect(pythonJson(value)).toBe(expected);
  });

  it('is not misled by one object in two places', () => {
    const shared = { a: 1 };
    expect(pythonJson([shared, shared])).toBe('[{"a": 1}, {"a": 1}]');
  });

  it('is read back as it was, NaN and infinities too', () => {
    const options = [{}, { indent: 2 }, { sortKeys: true }];
    fc.assert(
      fc.property(
        fc.record({
          value: fc.jsonValue(),
          number: fc.double(),
          name: fc.string({ unit: 'binary' }),
        }),
        fc.constantFrom(...options),
        (value, option) => {
          const text = pythonJson(value, option);
          expect(/^[\n -~]*$/.test(text)).toBe(true);
          expect(readJsonValues(text).values).toEqual([value]);
        },
      ),
    );
  });
});
