import { InvalidArgumentError } from 'commander';
import { type SortKey, sortKeys } from '../../rollouts/survey/rollout-list.ts';

/** What a list is sorted by. */
export interface Sorting {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** A key; with a minus before it the highest come first. */
export function toSorting(text: string): Sorting {
  const descending = text.startsWith('-');
  const key = sortKeys.find((one) => one === text.slice(descending ? 1 : 0));
  if (!key) {
    throw new InvalidArgumentError(
      `It must be ${sortKeys.join(', ')}, or one with a minus before it.`,
    );
  }
  return { key, descending };
}
