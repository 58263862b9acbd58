import { randomNumbers } from '../frozen-lake/random.ts';

/** Draws one of a list, again and again; the same ones for the same seeds. */
export function drawing(...seeds: readonly number[]): <T>(items: readonly T[]) => T {
  const random = randomNumbers(...seeds);
  return <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
}

const TENTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** True in so many of ten cases. */
export function happens(tenths: number, draw: <T>(items: readonly T[]) => T): boolean {
  return draw(TENTHS) < tenths;
}
