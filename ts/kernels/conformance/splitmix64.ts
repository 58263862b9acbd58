const MASK = (1n << 64n) - 1n;

/** The splitmix64 generator: 64 random bits a call, the same for the same seed everywhere. */
export function splitmix64(seed: bigint): () => bigint {
  let state = seed & MASK;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  };
}

/** Doubles of random sign and mantissa, their exponents spread over `span` powers of two around 1. */
export function splitmix64Doubles(seed: bigint, length: number, span: number): Float64Array {
  const next = splitmix64(seed);
  const lowest = 1023n - BigInt(Math.floor(span / 2));
  return Float64Array.from({ length }, () => {
    const z = next();
    const exponent = lowest + (((z >> 52n) & 0x7ffn) % BigInt(span));
    return fromBits(((z >> 63n) << 63n) | (exponent << 52n) | (z & ((1n << 52n) - 1n)));
  });
}

/** The double of these 64 bits. */
export function fromBits(bits: bigint): number {
  return new Float64Array(new BigUint64Array([bits]).buffer)[0] as number;
}
