import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CharacterTokenizer,
  PRINTABLE,
  SPECIAL_CHARACTERS,
  type SpecialToken,
} from '../../../ts/backends/local/character-tokenizer.ts';

const specials = Object.keys(SPECIAL_CHARACTERS) as SpecialToken[];

describe('a character tokenizer', () => {
  it('has a token for each character, after the special ones', () => {
    const tokenizer = new CharacterTokenizer({ characters: 'abca😀' });
    expect(tokenizer.characters).toBe('abc😀');
    expect(tokenizer.size).toBe(specials.length + 4);
    expect(tokenizer.encode('c😀')).toEqual([specials.length + 2, specials.length + 3]);
    expect(specials.map((name) => tokenizer.special(name))).toEqual([...specials.keys()]);
  });

  it('knows by default what ASCII prints, and the line break', () => {
    const tokenizer = new CharacterTokenizer();
    expect(tokenizer.size).toBe(specials.length + 96);
    expect(tokenizer.decode(tokenizer.encode(PRINTABLE))).toBe(PRINTABLE);
  });

  it('gives every id its own text, and takes the text back', () => {
    const tokenizer = new CharacterTokenizer({ characters: 'xyz ' });
    fc.assert(
      fc.property(fc.array(fc.nat(tokenizer.size - 1)), (ids) => {
        expect(tokenizer.encode(tokenizer.decode(ids), { specials: true })).toEqual(ids);
      }),
    );
  });

  it('names the characters that it does not know', () => {
    const tokenizer = new CharacterTokenizer({ characters: 'ab' });
    expect(() => tokenizer.encode('a\nbé', { what: 'messages[3].content' })).toThrow(
      /^messages\[3\]\.content has characters .*: "\\n" \(U\+000A\), "é" \(U\+00E9\)/,
    );
    expect(() => tokenizer.encode('0123456789')).toThrow(/"7" \(U\+0037\) and 2 more/);
  });

  it('reads them as one token on demand', () => {
    const tokenizer = new CharacterTokenizer({ characters: 'ab', unknown: 'replace' });
    expect(tokenizer.decode(tokenizer.encode('a?b'))).toBe('a\uFFFDb');
  });

  it('lets no text forge a special token', () => {
    for (const unknown of ['refuse', 'replace'] as const) {
      const tokenizer = new CharacterTokenizer({ unknown });
      expect(tokenizer.decode(tokenizer.encode('␃ⓐyes'))).toBe('\uFFFD\uFFFDyes');
    }
  });

  it('refuses what cannot be one', () => {
    expect(() => new CharacterTokenizer({ characters: '' })).toThrow('characters must be');
    expect(() => new CharacterTokenizer({ characters: 'aⓤ' })).toThrow('special tokens, got "ⓤ"');
    expect(() => new CharacterTokenizer({ unknown: 'skip' as never })).toThrow('unknown must be');
    expect(() => new CharacterTokenizer({ charcters: 'a' } as never)).toThrow('did you mean');
    expect(() => new CharacterTokenizer().decode([105])).toThrow('must be below 105, got 105');
  });
});
