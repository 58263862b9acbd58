/** 64 bits, as two 32-bit numbers. */
export interface Bits {
  readonly high: number;
  readonly low: number;
}

const start: Bits = { high: 0x9e3779b1 | 0, low: 0x85ebca6b | 0 };

/**
 * 64 bits of a text, as two unsigned 32-bit numbers: two multiplicative hashes that are mixed at the end so that
 * every input bit reaches every output bit. Good against accidents, not against an adversary.
 *
 * @param before - what `hashText` gave of the text that this one goes on from
 */
export function fingerprint(text: string, before: Bits = start): Bits {
  const { high, low } = hashText(text, before);
  return {
    high: mix(high ^ Math.imul(low, 0x27d4eb2f)),
    low: mix(low ^ Math.imul(high, 0x165667b1)),
  };
}

/** The hashes of a text that may go on, before they are mixed. */
export function hashText(text: string, before: Bits = start): Bits {
  let { high, low } = before;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    high = (high << 13) | (high >>> 19);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
  }
  return { high, low };
}

function mix(value: number): number {
  let x = value;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
