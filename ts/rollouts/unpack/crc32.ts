import { nodeModule } from '../../platform/node-module.ts';

const table = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of zip and gzip (ISO 3309), piece by piece. */
export class Crc32 {
  value = 0;

  add(bytes: Uint8Array): void {
    // Twenty times as fast, where it is there.
    const native = nodeModule('node:zlib')?.crc32;
    this.value = native === undefined ? crc32(bytes, this.value) : native(bytes, this.value);
  }
}

function crc32(bytes: Uint8Array, before: number): number {
  let value = ~before;
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] as number);
  return ~value >>> 0;
}
