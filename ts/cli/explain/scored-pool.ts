import { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { RolloutRow } from '../../rollouts/row.ts';

/** The rollouts of one role that have a reward, group after group, and one of them. */
export interface ScoredPool {
  readonly role: string;
  readonly rewards: GroupedRewards;
  /** Aligned with the rewards. */
  readonly rows: readonly RolloutRow[];
  /** Which row of them is explained, and the group that it is in. */
  readonly place: number;
  readonly group: number;
  /** Rollouts of its group that have no reward. */
  readonly unscored: number;
  /** Tokens that the policy wrote; null where a rollout does not tell. */
  readonly lengths: Float64Array | null;
}

/** What a rollout with a reward is compared with: all of its role, as `upperhand advantages` pools them. */
export function scoredPoolOf(rows: readonly RolloutRow[], wanted: RolloutRow): ScoredPool {
  const groups = new Map<string, RolloutRow[]>();
  let unscored = 0;
  for (const row of rows) {
    if (row.role !== wanted.role) continue;
    const key = keyOf(row);
    if (row.reward === null) {
      if (key === keyOf(wanted)) unscored++;
      continue;
    }
    const held = groups.get(key);
    if (held) held.push(row);
    else groups.set(key, [row]);
  }
  const members = [...groups.values()];
  const flat = members.flat();
  return {
    role: wanted.role,
    rewards: GroupedRewards.from(
      members.map((group) => group.map(({ reward }) => reward as number)),
    ),
    rows: flat,
    place: flat.indexOf(wanted),
    group: [...groups.keys()].indexOf(keyOf(wanted)),
    unscored,
    lengths: flat.every(({ responseTokens }) => responseTokens !== undefined)
      ? Float64Array.from(flat, ({ responseTokens }) => responseTokens as number)
      : null,
  };
}

function keyOf({ group, set = '' }: RolloutRow): string {
  return JSON.stringify([set, group]);
}
