// What the policy knows before it is rewarded: what a game looks like, and that any move is as good as another.

import type { CompletionDemonstration } from 'upperhand/local';
import { cellName, LAKE, MOVES, moved, STARTS } from './lake.ts';
import { MOST_MOVES } from './play.ts';
import { randomNumbers } from './random.ts';

/** Games of uniformly random legal moves. */
export function randomGames(count: number, seed: number): CompletionDemonstration[] {
  const random = randomNumbers(seed);
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  return Array.from({ length: count }, () => {
    const turns: [given: string, written: string][] = [];
    let cell = one(STARTS);
    while (turns.length < MOST_MOVES && LAKE[cell] === 'F') {
      const move = one(MOVES);
      turns.push([cellName(cell), move]);
      cell = moved(cell, move);
    }
    return { turns };
  });
}
