import { MersenneTwister } from './mersenne-twister.ts';

/**
 * The order of n tasks in an epoch: that of Python's `random.Random(seed + epoch).shuffle`, a Fisher-Yates shuffle
 * from the end.
 *
 * @returns the indices 0 … n − 1
 * @example
 * taskOrder(5, 0, 0); // Uint32Array [2, 1, 0, 4, 3]
 */
export function taskOrder(n: number, seed: number, epoch: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  // Added as big integers: a seed may be as large as a double holds.
  const random = new MersenneTwister(BigInt(seed) + BigInt(epoch));
  for (let i = n - 1; i >= 1; i--) {
    const j = randomBelow(i + 1, random);
    const moved = order[i] as number;
    order[i] = order[j] as number;
    order[j] = moved;
  }
  return order;
}

/** Draws as many bits as the limit has, again while they are too many. */
function randomBelow(limit: number, random: MersenneTwister): number {
  const bits = 32 - Math.clz32(limit);
  let drawn = random.getRandBits(bits);
  while (drawn >= limit) drawn = random.getRandBits(bits);
  return drawn;
}
