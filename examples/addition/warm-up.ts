// What the policy imitates first: answers that look right, of which most are wrong.

import type { CompletionDemonstration } from 'upperhand/local';
import { randomNumbers } from '../frozen-lake/random.ts';
import { answer, question } from './sums.ts';

/** Of ten demonstrations so many are right. */
const RIGHT_OF_TEN = 3;
const GREATEST = 18;

export interface NoisySums {
  readonly demonstrations: readonly CompletionDemonstration[];
  /** The share that is right, counted. */
  readonly right: number;
}

/** Random sums; seven of ten have an answer drawn from all the others. */
export function noisySums(count: number, seed: number): NoisySums {
  const random = randomNumbers(seed, 1);
  const below = (n: number): number => Math.floor(random() * n);
  let right = 0;
  const demonstrations = Array.from({ length: count }, (_, i) => {
    const [a, b] = [below(10), below(10)];
    const shift = i % 10 < RIGHT_OF_TEN ? 0 : 1 + below(GREATEST);
    if (shift === 0) right++;
    const written = answer((a + b + shift) % (GREATEST + 1));
    return { turns: [[question({ a, b }), written] as const] };
  });
  return { demonstrations, right: right / count };
}
