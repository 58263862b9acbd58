/** Numbers from 0 to 1 that look random; the same for the same seeds. (Mulberry32, by Tommy Ettinger.) */
export function randomNumbers(...seeds: readonly number[]): () => number {
  let state = 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  for (const seed of seeds) {
    state = (state ^ seed) | 0;
    state = Math.floor(next() * 2 ** 32) | 0;
  }
  return next;
}

/** An index, each with a chance in proportion to its weight. */
export function drawIndex(weights: readonly number[], uniform: number): number {
  let left = uniform * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return i;
  }
  return weights.length - 1;
}
