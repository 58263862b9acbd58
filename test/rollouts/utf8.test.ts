import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, firstInvalid } from '../../ts/rollouts/utf8.ts';
import { toBytes } from './read.ts';

describe('decodeUtf8', () => {
  it('reads UTF-8 and drops a byte order mark', () => {
    expect(decodeUtf8(toBytes('\ufeffé🙂'))).toEqual({ text: 'é🙂', invalidAt: -1 });
  });

  it('names the first byte that is wrong', () => {
    const wrong: [number[], number][] = [
      [[0x61, 0xe9, 0x62], 1],
      [[0xc0, 0x80], 0],
      [[0x61, 0xed, 0xa0, 0x80], 1],
      [[0xf4, 0x90, 0x80, 0x80], 0],
      [[0xf0, 0x8f, 0xbf, 0xbf], 0],
      [[0xe2, 0x82], 0],
      [[0x80], 0],
    ];
    for (const [bytes, at] of wrong) {
      expect(decodeUtf8(Uint8Array.from(bytes)).invalidAt).toBe(at);
    }
  });

  it('agrees with the platform on what is UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 255 }), (bytes) => {
        const at = firstInvalid(bytes);
        const strict = new TextDecoder('utf-8', { fatal: true });
        if (at < 0) strict.decode(bytes);
        else {
          expect(() => strict.decode(bytes)).toThrow();
          strict.decode(bytes.subarray(0, at));
        }
      }),
    );
  });
});
