const MASK = (1n << 64n) - 1n;

/** The golden files' generator of doubles: random sign and mantissa, exponents spread over `span` powers of two. */
export function splitmix64Doubles(seed: bigint, n: number, span: number): Float64Array {
  const values = new Float64Array(n);
  const view = new DataView(new ArrayBuffer(8));
  let state = seed;
  for (let i = 0; i < n; i++) {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    z ^= z >> 31n;
    const exponent = 1023n - BigInt(Math.floor(span / 2)) + (((z >> 52n) & 0x7ffn) % BigInt(span));
    view.setBigUint64(0, ((z >> 63n) << 63n) | (exponent << 52n) | (z & ((1n << 52n) - 1n)));
    values[i] = view.getFloat64(0);
  }
  return values;
}
