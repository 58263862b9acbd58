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
  const ofRole = rows.filter(({ role }) => role === wanted.role);
  const scored = ofRole.filter(({ reward }) => reward !== null);
  const own = keyOf(wanted);
  const { grouped, order, keys } = GroupedRewards.fromKeys(
    scored.map(({ reward }) => reward as number),
    scored.map(keyOf),
  );
  const flat = Array.from(order, (i) => scored[i] as RolloutRow);
  return {
    role: wanted.role,
    rewards: grouped,
    rows: flat,
    place: flat.indexOf(wanted),
    group: keys.indexOf(own),
    unscored: ofRole.filter((row) => row.reward === null && keyOf(row) === own).length,
    lengths: flat.every(({ responseTokens }) => responseTokens !== undefined)
      ? Float64Array.from(flat, ({ responseTokens }) => responseTokens as number)
      : null,
  };
}

function keyOf({ group, set = '' }: RolloutRow): string {
  return JSON.stringify([set, group]);
}
