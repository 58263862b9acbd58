// What the policy knows before it is rewarded: what an answer and a verdict look like, and that any is as good as
// another.

import type { CompletionDemonstration } from 'upperhand/local';
import { randomNumbers } from '../frozen-lake/random.ts';
import { ANSWERS, pairText, questionText, TRAINED, VERDICTS } from './parity.ts';

/** Questions with random answers, and pairs with random verdicts, in turns. */
export function randomAnswers(count: number, seed: number): CompletionDemonstration[] {
  const random = randomNumbers(seed, 2);
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  return Array.from({ length: count }, (_, i) => {
    const { number } = one(TRAINED);
    const [first, second] = random() < 0.5 ? ANSWERS : [ANSWERS[1], ANSWERS[0]];
    const [given, written] =
      i % 2 === 0
        ? [questionText(number), one(ANSWERS)]
        : [pairText(number, [first, second]), one(VERDICTS)];
    return { turns: [[given, written] as const] };
  });
}
