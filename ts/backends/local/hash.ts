const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const MASK = 0xffffffffffffffffn;

/** 64 bits of a text (FNV-1a over its UTF-16 code units), to key streams of random numbers by. */
export function hashText(text: string): bigint {
  let hash = OFFSET;
  for (let i = 0; i < text.length; i++) hash = ((hash ^ BigInt(text.charCodeAt(i))) * PRIME) & MASK;
  return hash;
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
