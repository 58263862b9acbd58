import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../ts/backends/local/hash.ts';

/** FNV-1a as it is defined. */
function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return hash;
}

describe('the hash of a text', () => {
  it('is FNV-1a of 64 bits', () => {
    // The vectors of its authors.
    expect(hashText('')).toBe(0xcbf29ce484222325n);
    expect(hashText('a')).toBe(0xaf63dc4c8601ec8cn);
    expect(hashText('foobar')).toBe(0x85944171f73967e8n);
  });

  it('is to the bit what bigints give, for all code units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hashText(text)).toBe(fnv1a(text));
      }),
    );
  });
});
