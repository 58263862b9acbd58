import type { RolePool } from '../advantage/role-pool.ts';
import type { RolloutColumns } from '../rollouts/table/rollout-columns.ts';

/** Divides the size of a block of columns. */
const MOST = 1024;

/** Rollouts that were read one after the other, in columns, which the next ones overwrite. */
export interface ScoredRows {
  readonly length: number;
  /** Numbers of their sources, as `RolloutColumns` has them. */
  readonly sources: Uint32Array;
  readonly lines: Float64Array;
  /** Which rollout of its record, counted from 1, or 0; null where no record holds several. */
  readonly items: Uint32Array | null;
  /** Numbers of their groups. */
  readonly groups: Uint32Array;
  /** 1 where there is no reward, and so no advantage: whatever stands in their columns. */
  readonly missing: Uint8Array;
  readonly rewards: Float64Array;
  /** By each estimator. */
  readonly advantages: readonly Float64Array[];
}

/** By role, aligned with its rewards. */
export type Advantages = ReadonlyMap<string, Float64Array>;

/** All rollouts in the order in which they were read, some hundred at a time. */
export function* scoredRows(
  columns: RolloutColumns,
  pools: readonly RolePool[],
  estimates: readonly Advantages[],
): Generator<ScoredRows> {
  const next = firstPlaces(columns);
  const rewardsOf = new Map(pools.map(({ role, rewards }) => [role, rewards.values]));
  const pooled = columns.roles.map(({ role }) =>
    [rewardsOf, ...estimates].map((values) => values.get(role) ?? new Float64Array()),
  );
  const sources = new Uint32Array(MOST);
  const lines = new Float64Array(MOST);
  const numbers = [rewardsOf, ...estimates].map(() => new Float64Array(MOST));
  const [rewards, ...advantages] = numbers as [Float64Array, ...Float64Array[]];
  let source = 0;
  for (let from = 0; from < columns.length; from += MOST) {
    const length = Math.min(MOST, columns.length - from);
    const groups = columns.groups.view(from, length);
    const missing = columns.missing.view(from, length);
    for (let i = 0; i < length; i++) {
      while ((columns.sources[source + 1]?.firstRow ?? Number.POSITIVE_INFINITY) <= from + i)
        source++;
      sources[i] = source;
      if (missing[i] === 1) continue;
      const group = groups[i] as number;
      const place = takeNext(next, group);
      const values = pooled[columns.groupRoles.get(group)] as readonly Float64Array[];
      for (let k = 0; k < numbers.length; k++) {
        (numbers[k] as Float64Array)[i] = values[k]?.[place] as number;
      }
    }
    lines.set(columns.lines.view(from, length));
    const items = columns.items?.view(from, length) ?? null;
    yield { length, sources, lines, items, groups, missing, rewards, advantages };
  }
}

/** For each group, the place of its first reward among the values of its role. */
export function firstPlaces(columns: RolloutColumns): Uint32Array {
  const next = new Uint32Array(columns.groupSizes.length);
  for (const { groups } of columns.roles) {
    let place = 0;
    for (let g = 0; g < groups.length; g++) {
      const group = groups.get(g);
      next[group] = place;
      place += columns.groupSizes.get(group);
    }
  }
  return next;
}

/** The next place of a group; the one after that is next. */
export function takeNext(next: Uint32Array, group: number): number {
  const place = next[group] as number;
  next[group] = place + 1;
  return place;
}
