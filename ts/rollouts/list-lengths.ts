import type { Step } from '../types/step.ts';

/**
 * How the lists of a step do not fit each other, in words; null where they do. A list that is not there fits all others.
 *
 * @example
 * listMismatch({ responseIds: [5, 6, 7], logprobs: [-0.1, -0.2], advantage: null });
 * // '3 token ids, 2 log probabilities'
 */
export function listMismatch({
  responseIds,
  logprobs,
  advantage,
}: Pick<Step, 'responseIds' | 'logprobs' | 'advantage'>): string | null {
  const lists = [
    [responseIds, 'token ids'],
    [logprobs, 'log probabilities'],
    [Array.isArray(advantage) ? advantage : [], 'advantages'],
  ] as const;
  const told = lists.filter(([list]) => list.length > 0);
  const [first] = told;
  if (!first || told.every(([list]) => list.length === first[0].length)) return null;
  return told.map(([list, name]) => `${list.length} ${name}`).join(', ');
}
