import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, fromSafeJson, safeJson } from '../../ts/report/safe-json.ts';

describe('safeJson', () => {
  it.each([
    '</script><script>alert(1)</script>',
    '<!-- <script>',
    ']]>',
    '\u2028\u2029',
    '\ud800',
    'a\udc00b',
    '\u0000\u001f',
  ])('keeps %j, and nothing that a page takes for its own', (text) => {
    const json = safeJson({ [text]: text });
    expect(json).not.toMatch(/[<\u2028\u2029]|\p{Cc}/u);
    expect(json.isWellFormed()).toBe(true);
    expect(fromSafeJson(json)).toEqual({ [text]: text });
  });

  it('keeps numbers that JSON has not', () => {
    const numbers = {
      some: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1, null],
    };
    expect(fromSafeJson(safeJson(numbers))).toEqual(numbers);
  });

  it('does not take the word for the number', () => {
    const words = { a: 'NaN', b: ['Infinity'], $: 3 };
    expect(fromSafeJson(safeJson(words))).toEqual(words);
  });

  it('gives back whatever texts and numbers there are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.double())), (pairs) => {
        const json = safeJson(pairs);
        expect(json).not.toContain('<');
        // JSON has no minus before a zero.
        const expected = pairs.map(([text, number]) => [text, number === 0 ? 0 : number]);
        expect(fromSafeJson(json)).toEqual(expected);
      }),
    );
  });
});

describe('escapeHtml', () => {
  it('leaves no markup, in an attribute neither', () => {
    const text = escapeHtml(`<a href='x' title="y">&\ud800`);
    expect(text).toBe('&#60;a href=&#39;x&#39; title=&#34;y&#34;&#62;&#38;\ufffd');
  });
});
