import { crc32c } from './crc32c.ts';

/**
 * A record of an event file: length (8 bytes), checksum of the length, data, checksum of the data, all little-endian.
 *
 * Source: TensorFlow's TFRecord format.
 */
export function frameRecord(data: Uint8Array): Uint8Array {
  const record = new Uint8Array(data.length + 16);
  const view = new DataView(record.buffer);
  view.setBigUint64(0, BigInt(data.length), true);
  view.setUint32(8, maskedCrc(record.subarray(0, 8)), true);
  record.set(data, 12);
  view.setUint32(12 + data.length, maskedCrc(data), true);
  return record;
}

/** A checksum that is stored together with its data is masked, since a checksum of both would be a constant. */
function maskedCrc(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}
