const WORD = 2 ** 32;
/** The offset of FNV-1a, in words. */
const [HIGH, LOW] = [0xcbf29ce4, 0x84222325];
/** The prime of FNV-1a is this and 2^40. */
const PRIME = 0x1b3;

/**
 * 64 bits of a text (FNV-1a over its UTF-16 code units), to key streams of random numbers by. Computed in words of 32
 * bits: bigints would be three new objects for each character.
 */
export function hashText(text: string): bigint {
  let high = HIGH;
  let low = LOW;
  for (let i = 0; i < text.length; i++) {
    low = (low ^ text.charCodeAt(i)) >>> 0;
    const product = low * PRIME;
    high = (high * PRIME + Math.floor(product / WORD) + low * 2 ** 8) >>> 0;
    low = product >>> 0;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}

/** 64 bits of numbers as they are stored, in hexadecimal: two of FNV-1a's streams over words of 32 bits. */
export function hashNumbers(values: Float32Array): string {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (const word of words) {
    a = Math.imul(a ^ word, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b ^ word, 0x85ebca6b);
    b ^= b >>> 13;
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
