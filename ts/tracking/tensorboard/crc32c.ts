/** Castagnoli's polynomial, its bits reversed. */
const POLYNOMIAL = 0x82f63b78;
/** Bytes that are taken at a time. */
const SLICE = 8;

/** For each byte of a slice, 256 entries: what it does to the checksum from its place, the last place first. */
const table = /* @__PURE__ */ makeTable();

function makeTable(): Uint32Array {
  const entries = new Uint32Array(SLICE * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    entries[byte] = crc;
  }
  for (let i = 256; i < entries.length; i++) {
    const before = entries[i - 256] as number;
    entries[i] = (before >>> 8) ^ (entries[before & 0xff] as number);
  }
  return entries;
}

/** CRC-32C of bytes (RFC 3720, appendix B.4). */
export function crc32c(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % SLICE);
  const at = (place: number, byte: number): number => table[place * 256 + (byte & 0xff)] as number;
  let crc = 0xffffffff;
  for (let i = 0; i < whole; i += SLICE) {
    const low = view.getUint32(i, true) ^ crc;
    const high = view.getUint32(i + 4, true);
    crc =
      at(7, low) ^
      at(6, low >>> 8) ^
      at(5, low >>> 16) ^
      at(4, low >>> 24) ^
      at(3, high) ^
      at(2, high >>> 8) ^
      at(1, high >>> 16) ^
      at(0, high >>> 24);
  }
  for (let i = whole; i < bytes.length; i++)
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] as number)) & 0xff] as number);
  return ~crc >>> 0;
}
