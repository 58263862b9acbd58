import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, jsonText, printable, toJson } from '../../ts/cli/printable.ts';
import { pad, textWidth } from '../../ts/cli/text-width.ts';

describe('printable', () => {
  it('shows what must not reach a terminal', () => {
    expect(printable('a\u001b[31m\tb\n\u009b\u202e\ud800 é🙂')).toBe(
      'a\\u001b[31m\\tb\\n\\u009b\\u202e\\ud800 é🙂',
    );
  });

  it('makes other cells of other texts', () => {
    expect(cellText('a\tb')).toBe('a\\tb');
    expect(cellText('a\\tb')).toBe('a\\\\tb');
    const unit = fc.constantFrom('\\', '\t', 't', 'u', '0', '9', '\u0009', '\u001b');
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit }), (a, b) => {
        expect(cellText(a) === cellText(b)).toBe(a === b);
      }),
    );
  });

  it('leaves JSON text what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(toJson(text))).toBe(text);
        expect(jsonText(text)).toBe(printable(jsonText(text)));
        expect(jsonText(text)).toBe(toJson(text));
      }),
    );
  });
});

describe('textWidth', () => {
  it('counts columns of a terminal', () => {
    expect(['abc', 'é', 'e\u0301', '日本', '🙂', ''].map(textWidth)).toEqual([3, 1, 1, 4, 2, 0]);
    expect(pad('日', 4)).toBe('日  ');
    expect(pad('1', 3, 'left')).toBe('  1');
  });
});
