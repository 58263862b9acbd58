import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteRecord } from '../../../ts/rollouts/byte-record.ts';
import { readJsonLine } from '../../../ts/rollouts/json-line.ts';
import { MemberNames } from '../../../ts/rollouts/member-names.ts';
import { JsTape } from '../../../ts/rollouts/projection/js-tape.ts';
import { wasmTape } from '../../../ts/rollouts/projection/make-tape.ts';
import type { Scanner } from '../../../ts/rollouts/projection/tape.ts';
import {
  getLength,
  getRecord,
  getRecords,
  getTextLength,
  isArray,
  isText,
  ObjectRecord,
  type RolloutRecord,
  visitRecords,
} from '../../../ts/rollouts/record.ts';
import { decodeUtf8 } from '../../../ts/rollouts/utf8.ts';
import { toBytes } from '../read.ts';

/** All that can be asked of a record, also of what it does not have. */
function askAll(record: RolloutRecord, depth = 0): unknown {
  const names = [...record.names];
  const more = ['reward', '__proto__', 'length', 'é', '\ud800', ''];
  return [...names, ...more].map((name) => ({
    name,
    has: record.has(name),
    value: record.get(name),
    exact: record.exact(name),
    length: getLength(record, name),
    isArray: isArray(record, name),
    textLength: getTextLength(record, name),
    texts: texts.filter((text) => isText(record, name, text)),
    visited: visitAll(record, name),
    record: depth > 5 ? null : ask(getRecord(record, name), depth),
    records: depth > 5 ? null : getRecords(record, name)?.map((entry) => ask(entry, depth)),
  }));
}

const texts = ['', '!', '#', 'A', '"', '\\', '\n', '!#'];

/** What entries are asked for while they are visited, looked up together. */
function visitAll(record: RolloutRecord, name: string): unknown {
  const seen: unknown[] = [];
  const take = (entry: RolloutRecord): void => {
    seen.push(['a', 'reward', '1', 'other'].map((one) => [entry.get(one), getLength(entry, one)]));
  };
  return [visitRecords(record, name, take, new MemberNames('reward', '1', 'a')), seen];
}

function ask(record: RolloutRecord | undefined, depth: number): unknown {
  return record && askAll(record, depth + 1);
}

/** One tape of each kind for all, as lines of a file have. */
const tapes = { JavaScript: new JsTape(), WebAssembly: wasmTape() as Scanner };

/** Each line among bytes of others, at any place in the memory. */
function scanAmong(bytes: Uint8Array, before: number, tape: Scanner): ByteRecord | null {
  const memory = new Uint8Array(bytes.length + before + 9).fill(0x22);
  memory.set(bytes, before);
  return ByteRecord.scan(memory.subarray(before, before + bytes.length), tape);
}

/** A record that is read in full, where a line is one record and no more. */
function readFully(text: string): RolloutRecord | undefined {
  const [record, ...others] = readJsonLine(text, true);
  return record instanceof ObjectRecord && others.length === 0 ? record : undefined;
}

const words = ['0', '-0', '1e999', '-1E-7', '0.1', '7.25', '1.0e+2', '123456789012345678901'];
const odd = ['NaN', 'Infinity', '-Infinity', 'true', 'false', 'null', '900719925474099.3'];
const escapes = ['\\n', '\\"', '\\\\', '\\/', '\\u0041', '\\ud83d\\ude00', '\\udead', '#', '!'];
const letters = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text).slice(1, -1)),
  fc.constantFrom(...escapes),
);
/** Now and then longer than all that is looked at together. */
const string = fc
  .oneof(
    { weight: 4, arbitrary: fc.array(letters, { maxLength: 8 }) },
    fc.array(letters, { size: 'large', maxLength: 90 }),
  )
  .map((parts) => `"${parts.join('')}"`);
const key = fc.oneof(string, fc.constantFrom('"reward"', '"__proto__"', '"a"', '"\\u0061"', '"1"'));
const blank = fc.constantFrom('', '', '', ' ', '\t', ' \r ');

const number = fc.oneof(
  fc.constantFrom(...words),
  fc.nat({ max: 200_000 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => JSON.stringify(x)),
);
/** Walked over many at once, as long as there are only numbers, and blanks are where most files have them. */
const numbers = fc
  .tuple(
    fc.array(number, { size: 'large', maxLength: 40 }),
    fc.constantFrom(',', ', ', ' ,', ',  '),
  )
  .map(([entries, comma]) => `[${entries.join(comma)}]`);

/** JSON as text, so that keys occur twice and escapes are whatever they are. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...words, ...odd),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => JSON.stringify(x)),
    string,
    numbers,
    tie('array'),
    tie('object'),
  ),
  array: fc
    .tuple(fc.array(tie('value'), { maxLength: 5 }), blank)
    .map(([entries, gap]) => `[${gap}${entries.join(`${gap},`)}${gap}]`),
  object: fc
    .tuple(fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }), blank)
    .map(
      ([members, gap]) =>
        `{${gap}${members.map(([k, v]) => `${k}${gap}:${gap}${v}`).join(`${gap},${gap}`)}${gap}}`,
    ),
})).object as fc.Arbitrary<string>;

describe.each(Object.entries(tapes))('a record that is read in its bytes, by %s', (_, tape) => {
  it('answers whatever it is asked as one that is read in full', () => {
    fc.assert(
      fc.property(json, fc.nat({ max: 7 }), (text, before) => {
        const record = scanAmong(toBytes(text), before, tape);
        const full = readFully(text);
        expect(full).toBeDefined();
        expect(record && askAll(record)).toEqual(full && askAll(full));
      }),
      { numRuns: 1000 },
    );
  });

  it('is one exactly where reading in full finds one without a fault, however lines are damaged', () => {
    const damage = fc.constantFrom(
      ...['', '"', '\\', '\\u00', ',', ':', '{', '}', '[', ']', '0', '-', 'e', '.', '\t', '\u0001'],
      ...['tru', 'N', '\\x', '\\u00g0', '}{', '{}', '[]', ' ', '1.', '"a":', ',,', '\u007f', 'é'],
    );
    fc.assert(
      fc.property(json, damage, fc.nat(), fc.nat({ max: 3 }), (good, by, at, length) => {
        const cut = at % good.length;
        const text = (good.slice(0, cut) + by + good.slice(cut + length)).toWellFormed();
        const record = scanAmong(toBytes(text), cut & 3, tape);
        const full = readFully(text);
        expect(record !== null).toBe(full !== undefined);
        if (record && full) expect(askAll(record)).toEqual(askAll(full));
      }),
      { numRuns: 3000 },
    );
  });

  it('knows when bytes beyond ASCII have to be looked at', () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.nat({ max: 255 }), (text, at, byte) => {
        const bytes = toBytes(text);
        bytes[at % bytes.length] = byte;
        const record = scanAmong(bytes, at & 3, tape);
        if (!record || tape.hasLetters) return;
        expect(decodeUtf8(bytes).invalidAt).toBe(-1);
        expect(bytes.every((one) => one < 0x80)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads objects of all lengths one after the other', () => {
    for (const length of [10, 10_000, 100, 3_000_000, 5_000_000, 20, 5_000_000, 3_000_000]) {
      const messages = Array.from({ length: length / 500 }, (_, i) => ({ text: `"${i}\\`, i }));
      const text = JSON.stringify({ pad: 'x'.repeat(length), messages, é: 'ü' });
      const record = scanAmong(toBytes(text), length % 3, tape) as RolloutRecord;
      expect(getLength(record, 'pad')).toBe(length);
      expect(getRecords(record, 'messages')?.map((one) => one?.get('i'))).toEqual(
        messages.map((_, i) => i),
      );
      expect(record.get('é')).toBe('ü');
    }
  });

  it('survives any nesting', () => {
    const deep = `{"a": ${'{"b":['.repeat(200_000)}${']}'.repeat(200_000)}, "c": 1}`;
    const record = scanAmong(toBytes(deep), 1, tape);
    expect(record?.get('c')).toBe(1);
    expect(getRecord(record as RolloutRecord, 'a')?.names).toEqual(['b']);
    expect(scanAmong(toBytes(deep.slice(0, -1)), 1, tape)).toBeNull();
  });
});
