import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Crc32 } from '../../ts/rollouts/unpack/crc32.ts';

const sumOf = (pieces: readonly Uint8Array[]): number => {
  const sum = new Crc32();
  for (const piece of pieces) sum.add(piece);
  return sum.value;
};

describe('the checksum of gzip and zip', () => {
  it('is that of ISO 3309', () => {
    expect(sumOf([])).toBe(0);
    expect(sumOf([new TextEncoder().encode('123456789')])).toBe(0xcbf43926);
  });

  it('is the same in any pieces, and where the runtime has none', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (pieces) => {
        const expected = sumOf(pieces);
        vi.stubGlobal('process', { ...process, getBuiltinModule: undefined });
        try {
          expect(sumOf(pieces)).toBe(expected);
          expect(sumOf([Uint8Array.from(pieces.flatMap((piece) => [...piece]))])).toBe(expected);
        } finally {
          vi.unstubAllGlobals();
        }
      }),
    );
  });
});
