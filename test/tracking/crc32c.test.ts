import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32c } from '../../ts/tracking/tensorboard/crc32c.ts';

/** Bit by bit, as the polynomial says. */
function slowCrc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}

it.each([
  ['32 zeros', new Uint8Array(32), 0x8a9136aa],
  ['32 ones', new Uint8Array(32).fill(0xff), 0x62a8ab43],
  ['0 to 31', Uint8Array.from({ length: 32 }, (_, i) => i), 0x46dd794e],
  ['the check value', new TextEncoder().encode('123456789'), 0xe3069283],
  ['nothing', new Uint8Array(), 0],
])('has the values of RFC 3720: %s', (_, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});

it('is that of the polynomial, for any bytes and any part of a buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(20), (bytes, from) => {
      const part = bytes.subarray(from);
      expect(crc32c(part)).toBe(slowCrc32c(part));
    }),
  );
});
