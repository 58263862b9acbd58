/** Numbers that follow from a seed: the same on every machine. */
export interface Random {
  /** A whole number from 0, below `end`. */
  below(end: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** Mulberry32: small, and even enough to choose what to break. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (end: number): number => next() % Math.max(1, end);
  return {
    below,
    pick: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T,
  };
}
