import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordSplitter, type SplitterOptions } from '../../ts/rollouts/record-splitter.ts';
import { cut, toBytes } from './read.ts';

interface Piece {
  readonly text: string;
  readonly line: number;
  readonly offset: number;
}

function split(
  bytes: Uint8Array,
  sizes: readonly number[] = [bytes.length],
  options: Partial<SplitterOptions> = {},
): Piece[] {
  const splitter = new RecordSplitter({ maxBytes: 1 << 28, ...options });
  const pieces: Piece[] = [];
  const take = (records: Iterable<Uint8Array>): void => {
    for (const record of records) {
      const text = splitter.tooLong ? '(too long)' : new TextDecoder().decode(record);
      pieces.push({ text, line: splitter.line, offset: splitter.offset });
    }
  };
  for (const chunk of cut(bytes, sizes)) take(splitter.push(chunk));
  take(splitter.end());
  return pieces;
}

describe('RecordSplitter', () => {
  it('ends a record at \\n and \\r\\n only', () => {
    const texts = split(toBytes('a\r\nb\rc\u2028d\u0085e\n\nf')).map(({ text }) => text);
    expect(texts).toEqual(['a', 'b\rc\u2028d\u0085e', '', 'f']);
  });

  it('gives the same records however the bytes arrive, with lines and offsets', () => {
    const text = fc.array(fc.constantFrom('a', 'é', '\n', '\r\n', '\r', '\u2028', '🙂'));
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    fc.assert(
      fc.property(text, sizes, (parts, pieces) => {
        const bytes = toBytes(parts.join(''));
        const expected = parts.join('').split('\n');
        if (expected.at(-1) === '') expected.pop();
        const found = split(bytes, pieces);
        // The last record keeps its \r when no \n follows.
        const ended = parts.join('').endsWith('\n') ? expected.length : expected.length - 1;
        expect(found.map((piece) => piece.text)).toEqual(
          expected.map((line, i) => (i < ended ? line.replace(/\r$/, '') : line)),
        );
        let offset = 0;
        expected.forEach((line, i) => {
          expect([found[i]?.line, found[i]?.offset]).toEqual([i + 1, offset]);
          offset += toBytes(line).length + 1;
        });
      }),
    );
  });

  it('keeps line ends between quotes in CSV, and counts lines on', () => {
    const found = split(toBytes('a,"b\nc ""x"" \r\nd"\r\ne\n'), [3], { quoted: true });
    expect(found).toEqual([
      { text: 'a,"b\nc ""x"" \r\nd"', line: 1, offset: 0 },
      { text: 'e', line: 4, offset: 19 },
    ]);
  });

  it('says that quotes were never closed', () => {
    const splitter = new RecordSplitter({ maxBytes: 100, quoted: true });
    expect([...splitter.push(toBytes('a,"b\nc'))]).toEqual([]);
    for (const record of splitter.end()) expect(new TextDecoder().decode(record)).toBe('a,"b\nc');
    expect([splitter.unclosed, splitter.terminated]).toEqual([true, false]);
  });

  it('drops what is longer than it may hold, and goes on behind it', () => {
    const found = split(toBytes(`ab\n${'x'.repeat(50)}\nc\n`), [4], { maxBytes: 10 });
    expect(found).toEqual([
      { text: 'ab', line: 1, offset: 0 },
      { text: '(too long)', line: 2, offset: 3 },
      { text: 'c', line: 3, offset: 54 },
    ]);
  });

  it('joins a line of 60 MB from small pieces without copying it over and over', () => {
    const bytes = new Uint8Array(60_000_000).fill(97);
    // Quadratic copying would move 450 GB, and outlast the test's time.
    const splitter = new RecordSplitter({ maxBytes: 1 << 28 });
    for (let at = 0; at < bytes.length; at += 4096) {
      expect([...splitter.push(bytes.subarray(at, at + 4096))]).toHaveLength(0);
    }
    const [record] = splitter.end();
    expect(record?.length).toBe(bytes.length);
  });
});
