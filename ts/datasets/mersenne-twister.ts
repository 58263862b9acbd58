import { refuse } from '../errors/refuse.ts';

const SIZE = 624;
const SHIFT = 397;

/**
 * Python's `random.Random(seed)`, as far as drawing bits goes: MT19937, its state filled by `init_by_array` from the
 * 32-bit words of the absolute value of the seed, low word first.
 *
 * Source: Matsumoto and Nishimura, "Mersenne Twister", 1998; CPython's `random`.
 *
 * @throws UpperhandError `invalid-argument` for a seed that is no whole number, or one that a double cannot hold
 * @example
 * new MersenneTwister(42).getRandBits(32); // 2746317213
 */
export class MersenneTwister {
  readonly #state = new Uint32Array(SIZE);
  #at = SIZE;

  constructor(seed: number | bigint) {
    if (typeof seed !== 'bigint' && !Number.isSafeInteger(seed))
      refuse('seed', 'a whole number of at most 2^53 - 1', seed);
    this.#fill(wordsOf(BigInt(seed)));
  }

  /**
   * A whole number below 2^k, for k from 1 to 53: one word gives up to 32 bits, the next one the bits above them.
   *
   * @throws UpperhandError `invalid-argument` for another k
   */
  getRandBits(k: number): number {
    if (!Number.isInteger(k) || k < 1 || k > 53) refuse('k', 'a whole number from 1 to 53', k);
    if (k <= 32) return this.#next() >>> (32 - k);
    const low = this.#next();
    return low + (this.#next() >>> (64 - k)) * 2 ** 32;
  }

  #fill(key: readonly number[]): void {
    const state = this.#state;
    state[0] = 19650218;
    for (let i = 1; i < SIZE; i++) state[i] = Math.imul(mixed(state, i), 1812433253) + i;
    let i = 1;
    const move = (): void => {
      if (++i < SIZE) return;
      state[0] = state[SIZE - 1] as number;
      i = 1;
    };
    for (let k = 0; k < Math.max(SIZE, key.length); k++) {
      const j = k % key.length;
      const word = (state[i] as number) ^ Math.imul(mixed(state, i), 1664525);
      state[i] = word + (key[j] as number) + j;
      move();
    }
    for (let k = 1; k < SIZE; k++) {
      state[i] = ((state[i] as number) ^ Math.imul(mixed(state, i), 1566083941)) - i;
      move();
    }
    state[0] = 0x80000000;
  }

  #next(): number {
    if (this.#at === SIZE) this.#twist();
    let word = this.#state[this.#at++] as number;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  #twist(): void {
    const state = this.#state;
    for (let i = 0; i < SIZE; i++) {
      const low = (state[(i + 1) % SIZE] as number) & 0x7fffffff;
      const word = ((state[i] as number) & 0x80000000) | low;
      const odd = word & 1 ? 0x9908b0df : 0;
      state[i] = (state[(i + SHIFT) % SIZE] as number) ^ (word >>> 1) ^ odd;
    }
    this.#at = 0;
  }
}

/** The entry before i, its high bits mixed into its low ones. */
function mixed(state: Uint32Array, i: number): number {
  const before = state[i - 1] as number;
  return before ^ (before >>> 30);
}

function wordsOf(seed: bigint): number[] {
  const words: number[] = [];
  let rest = seed < 0n ? -seed : seed;
  do {
    words.push(Number(rest & 0xffffffffn));
    rest >>= 32n;
  } while (rest > 0n);
  return words;
}
