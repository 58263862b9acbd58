import { checkText } from '../../types/check.ts';

/**
 * How alike two texts are: twice the characters that they have in common, in matching blocks, over the characters of both;
 * 1 for equal texts, 0 for texts without a common character. Not symmetric, as in the original. In texts of 200 characters
 * and more, a character that makes up more than 1 % of `b` starts no match.
 *
 * Source: Python's `difflib.SequenceMatcher(None, a, b).ratio()`, after Ratcliff and Obershelp.
 *
 * @example
 * textSimilarity('kitchen table', 'kitchen chair'); // 0.6923076923076923
 */
export function textSimilarity(a: string, b: string): number {
  checkText('a', a);
  checkText('b', b);
  const [left, right] = [Array.from(a), Array.from(b)];
  const both = left.length + right.length;
  return both === 0 ? 1 : (2 * countMatches(left, right)) / both;
}

/** A stretch of both texts in which matches are still sought: [from, to) of a, [from, to) of b. */
type Stretch = readonly [number, number, number, number];

function countMatches(a: readonly string[], b: readonly string[]): number {
  const places = placesOf(b);
  const open: Stretch[] = [[0, a.length, 0, b.length]];
  let matches = 0;
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const [aFrom, aTo, bFrom, bTo] = stretch;
    const [i, j, size] = longestMatch(a, b, places, stretch);
    if (size === 0) continue;
    matches += size;
    open.push([aFrom, i, bFrom, j], [i + size, aTo, j + size, bTo]);
  }
  return matches;
}

/** Where each character stands; the frequent ones of a long text nowhere. */
function placesOf(text: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  text.forEach((character, at) => {
    const known = places.get(character);
    if (known === undefined) places.set(character, [at]);
    else known.push(at);
  });
  if (text.length < 200) return places;
  const most = Math.floor(text.length / 100) + 1;
  for (const [character, all] of places) if (all.length > most) places.delete(character);
  return places;
}

/** The longest common block of a stretch, the first in a and then in b; widened by frequent characters at its ends. */
function longestMatch(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [aFrom, aTo, bFrom, bTo]: Stretch,
): readonly [number, number, number] {
  let [bestA, bestB, size] = [aFrom, bFrom, 0];
  let lengths = new Map<number, number>();
  for (let i = aFrom; i < aTo; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] as string) ?? []) {
      if (j < bFrom) continue;
      if (j >= bTo) break;
      const length = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > size) [bestA, bestB, size] = [i - length + 1, j - length + 1, length];
    }
    lengths = next;
  }
  while (bestA > aFrom && bestB > bFrom && a[bestA - 1] === b[bestB - 1]) {
    bestA--;
    bestB--;
    size++;
  }
  while (bestA + size < aTo && bestB + size < bTo && a[bestA + size] === b[bestB + size]) size++;
  return [bestA, bestB, size];
}
