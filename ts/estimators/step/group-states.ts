import { refuse } from '../../errors/refuse.ts';
import { checkArray } from '../../types/check.ts';
import { textSimilarity } from './text-similarity.ts';

/** What counts as the same state: equal ones, or texts whose similarity to the first of their kind reaches a threshold. */
export type SameState = 'equal' | { readonly similarity: number };

/**
 * Numbers the states of steps from 0, in the order in which they appear: steps of one group that are in the same state have
 * the same number, steps of different groups never.
 *
 * A text joins the first kind whose first text it resembles ({@link textSimilarity}), and so depends on the order.
 *
 * Source: `build_step_group` of DrMAS, `gigpo/core_gigpo.py`.
 *
 * @throws UpperhandError `invalid-argument` for arrays of different lengths, states that are neither text, number nor boolean
 *   (by similarity: no text), or a threshold outside (0, 1)
 * @example
 * groupStates(['g', 'g', 'h'], ['door', 'door', 'door']); // Uint32Array [0, 0, 1]
 */
export function groupStates(
  groups: readonly unknown[],
  states: readonly (string | number | boolean)[],
  same: SameState = 'equal',
): Uint32Array {
  checkArray('groups', groups);
  if (!Array.isArray(states) || states.length !== groups.length)
    refuse('states', `as many as groups (${groups.length})`, states);
  const alike = same === 'equal' ? undefined : similarTo(same?.similarity);
  const kinds = new Map<unknown, Map<unknown, number>>();
  let count = 0;
  return Uint32Array.from(groups, (group, i) => {
    const state: unknown = states[i];
    checkState(state, i, alike !== undefined);
    const known = kinds.get(group) ?? new Map<unknown, number>();
    kinds.set(group, known);
    const found = known.get(state) ?? alike?.(state as string, known);
    if (found !== undefined) return found;
    known.set(state, count);
    return count++;
  });
}

function checkState(state: unknown, i: number, text: boolean): void {
  const kind = typeof state;
  if (text && kind !== 'string')
    refuse(`states[${i}]`, 'a text, to be compared by similarity', state);
  if (kind !== 'string' && kind !== 'number' && kind !== 'boolean')
    refuse(`states[${i}]`, 'a text, a number or a boolean', state);
}

function similarTo(
  threshold: number,
): (state: string, known: ReadonlyMap<unknown, number>) => number | undefined {
  if (!(typeof threshold === 'number' && threshold > 0 && threshold < 1))
    refuse('similarity', 'a number between 0 and 1', threshold);
  return (state, known) => {
    for (const [first, kind] of known as ReadonlyMap<string, number>) {
      if (canReach(state, first, threshold) && textSimilarity(state, first) >= threshold)
        return kind;
    }
    return undefined;
  };
}

/** A similarity is at most that of texts of which the shorter one stands whole in the longer one. */
function canReach(a: string, b: string, threshold: number): boolean {
  const [here, there] = [Array.from(a).length, Array.from(b).length];
  return (2 * Math.min(here, there)) / (here + there || 1) >= threshold;
}
