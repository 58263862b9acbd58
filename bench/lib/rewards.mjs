/** A multiple of every group size, so that all groups of a run are of one size. */
export const REWARDS = 3_999_744;

/** 0 stands for one pool. */
export const SIZES = [4, 8, 64, 512, 0];

export const sizeName = (size) => (size === 0 ? 'one pool' : `groups of ${size}`);

/** The same rewards at every run, in [0, 1), all 53 bits in use: sums of them round, whatever their order. */
export function makeRewards(count = REWARDS) {
  const next = mulberry32(1);
  return Float64Array.from({ length: count }, () => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53);
}

export function makeOffsets(count, size) {
  const length = size === 0 ? count : size;
  return Uint32Array.from({ length: count / length + 1 }, (_, g) => g * length);
}

function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z ^= z + Math.imul(z ^ (z >>> 7), 61 | z);
    return (z ^ (z >>> 14)) >>> 0;
  };
}
