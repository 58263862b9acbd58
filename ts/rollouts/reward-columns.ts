import { show } from '../errors/show.ts';
import { refuseRecord } from './fields.ts';
import type { RowFields } from './format.ts';

/** Rewards by the name of the function that gave them; null where a function was not applicable. */
export type RewardColumns = ReadonlyMap<string, number | null>;

/**
 * The reward of a rollout that several functions scored, where the file does not keep the total: the one that is wanted, or
 * the sum of all that apply, and then that is said. Null where none applies: missing is not 0.
 *
 * @param wanted - what `rewardKey` of the options says
 */
export function sumOfRewards(
  columns: RewardColumns,
  wanted: string | undefined,
): Pick<RowFields, 'reward' | 'guessed'> {
  const names = [...columns.keys()];
  if (wanted !== undefined) {
    const reward = columns.get(wanted);
    if (reward !== undefined) return { reward };
    return refuseRecord(
      'invalid-reward',
      `has no reward named ${show(wanted)}, but ${names.map(show).join(', ') || 'none at all'}`,
    );
  }
  const given = [...columns.values()].filter((value) => value !== null);
  const reward = given.length === 0 ? null : given.reduce((sum, value) => sum + value);
  if (columns.size < 2) return { reward };
  return {
    reward,
    guessed: `has rewards of several functions (${names.join(', ')}) and not their weights: the sum of those that apply is taken; rewardKey (--reward) chooses one`,
  };
}

/** A cell of such a column: NaN is what writers put where a function did not apply. Undefined for what is no reward. */
export function rewardCell(value: unknown): number | null | undefined {
  if (value === null || (typeof value === 'number' && Number.isNaN(value))) return null;
  return typeof value === 'number' ? value : undefined;
}

/** Those that apply, as the signals of a trajectory. */
export function givenRewards(columns: RewardColumns): Record<string, number> {
  const given = [...columns].filter((entry): entry is [string, number] => entry[1] !== null);
  return Object.fromEntries(given);
}
