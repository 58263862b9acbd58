import { poolMetrics } from '../advantage/pool-metrics.ts';
import { warnGroupsOfOne, warnUnusedRoles } from '../advantage/pool-warnings.ts';
import type { RolePool } from '../advantage/role-pool.ts';
import type { OnWarning } from '../errors/warning.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { estimateRollouts } from '../report/estimate-rollouts.ts';
import type { Column } from '../rollouts/table/column.ts';
import type { RoleColumns, RolloutColumns } from '../rollouts/table/rollout-columns.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';

/** One line of the result. */
export interface ScoredRollout {
  readonly source: string;
  readonly line: number;
  /** Which rollout of its record, counted from 1; absent where records hold one. */
  readonly item?: number;
  /** Absent where all rollouts are one set, or as many as there are sources. */
  readonly set?: string;
  readonly group: string;
  readonly role: string;
  /** Null: it has none, and so no advantage either. */
  readonly reward: number | null;
  readonly advantage: number | null;
  /** By the further estimators, in their order. */
  readonly others: readonly (number | null)[];
}

export interface Scores {
  readonly metrics: Record<string, number>;
  /** Of the further estimators, in their order. */
  readonly otherMetrics: readonly Record<string, number>[];
  /** All rollouts in the order in which they were read. */
  rollouts(): Generator<ScoredRollout>;
}

export interface ScoreOptions {
  readonly config: AlgorithmConfig;
  /** By which further estimators advantages stand beside those of `config`. Default none. */
  readonly others?: readonly AlgorithmConfig[];
  readonly kernels: Kernels;
  readonly epsilon: number | undefined;
  /** Tokens that the policy wrote in each row; NaN where they are not known. Default: none are. */
  readonly lengths?: Column | null;
  readonly onWarning: OnWarning;
}

/**
 * Advantages of rollouts that are held in columns: the numbers, metrics and their order are those of
 * `collectRewardAndAdvantageFromTrajectoryGroups` over the same rows, without an object for each.
 *
 * @param pools - what `toPools` made of the columns
 */
export function score(
  columns: RolloutColumns,
  pools: readonly RolePool[],
  options: ScoreOptions,
): Scores {
  const { config, others = [], kernels, epsilon, lengths, onWarning } = options;
  warnUnusedRoles(pools, [], config, onWarning);
  const poolLengths = lengths ? toPoolLengths(columns, pools, lengths) : null;
  const [advantages, ...further] = [config, ...others].map((one) => {
    warnGroupsOfOne(pools, one, onWarning);
    const ofRoles: Advantages = new Map(
      pools.map((pool) => {
        const own = poolLengths?.get(pool.role) ?? null;
        return [pool.role, estimateRollouts(pool, one, { kernels, epsilon, lengths: own })];
      }),
    );
    return ofRoles;
  }) as [Advantages, ...Advantages[]];
  return {
    metrics: poolMetrics(pools, advantages, kernels),
    otherMetrics: further.map((one) => poolMetrics(pools, one, kernels)),
    rollouts: () => scoredRollouts(columns, pools, advantages, further),
  };
}

/** Lengths of each role in the order of its rewards; of those roles alone where all are known. */
function toPoolLengths(
  columns: RolloutColumns,
  pools: readonly RolePool[],
  lengths: Column,
): ReadonlyMap<string, Float64Array> {
  const next = firstPlaces(columns);
  const all = new Map(pools.map(({ role, rewards }) => [role, rewards.values.slice()]));
  for (let row = 0; row < columns.length; row++) {
    if (columns.missing.get(row) === 1) continue;
    const group = columns.groups.get(row);
    const values = all.get(columns.groupRole(group)) as Float64Array;
    values[takeNext(next, group)] = lengths.get(row);
  }
  return new Map([...all].filter(([, values]) => !values.some(Number.isNaN)));
}

/** By role, aligned with its rewards. */
type Advantages = ReadonlyMap<string, Float64Array>;

/** The rewards of each role as the estimators take them. */
export function toPools(columns: RolloutColumns): RolePool[] {
  const next = firstPlaces(columns);
  const pools = new Map<number, RolePool>();
  for (const number of columns.scoredRoles) {
    pools.set(number, emptyPool(columns, columns.roles[number] as RoleColumns));
  }
  for (let row = 0; row < columns.length; row++) {
    if (columns.missing.get(row) === 1) continue;
    const group = columns.groups.get(row);
    const { rewards } = pools.get(columns.groupRoles.get(group)) as RolePool;
    rewards.values[takeNext(next, group)] = columns.rewards.get(row);
  }
  return [...pools.values()];
}

function emptyPool(columns: RolloutColumns, { role, groups }: RoleColumns): RolePool {
  const offsets = new Uint32Array(groups.length + 1);
  for (let g = 0; g < groups.length; g++) {
    offsets[g + 1] = (offsets[g] as number) + columns.groupSizes.get(groups.get(g));
  }
  const values = new Float64Array(offsets[groups.length] as number);
  return {
    role,
    rewards: GroupedRewards.fromFlat(values, offsets),
    // For messages, which would ask for all of half a million names to show none of them.
    groupId: () => role,
    groups: [],
  };
}

function* scoredRollouts(
  columns: RolloutColumns,
  pools: readonly RolePool[],
  advantages: Advantages,
  further: readonly Advantages[],
): Generator<ScoredRollout> {
  const next = firstPlaces(columns);
  const rewards = new Map(pools.map(({ role, rewards: { values } }) => [role, values]));
  let source = 0;
  // Rollouts of a group often stand together.
  let [named, name, role] = [-1, '', ''];
  let [rewardsOf, advantagesOf]: (Float64Array | undefined)[] = [];
  for (let row = 0; row < columns.length; row++) {
    while ((columns.sources[source + 1]?.firstRow ?? Number.POSITIVE_INFINITY) <= row) source++;
    const group = columns.groups.get(row);
    const item = columns.items?.get(row) ?? 0;
    const set = columns.hasSets ? columns.groupSet(group) : null;
    const place = columns.missing.get(row) === 0 ? takeNext(next, group) : -1;
    if (group !== named) {
      named = group;
      name = columns.groupName(group);
      role = columns.groupRole(group);
      rewardsOf = rewards.get(role);
      advantagesOf = advantages.get(role);
    }
    const rollout: Writable<ScoredRollout> = {
      source: columns.sources[source]?.name ?? '',
      line: columns.lines.get(row),
      group: name,
      role,
      reward: rewardsOf?.[place] ?? null,
      advantage: advantagesOf?.[place] ?? null,
      others: further.length === 0 ? none : further.map((one) => one.get(role)?.[place] ?? null),
    };
    if (item > 0) rollout.item = item;
    if (set !== null) rollout.set = set;
    yield rollout;
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Shared by all rows where one estimator is asked: there are millions. */
const none: readonly null[] = [];

/** For each group, the place of its first reward among the values of its role. */
function firstPlaces(columns: RolloutColumns): Uint32Array {
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
function takeNext(next: Uint32Array, group: number): number {
  const place = next[group] as number;
  next[group] = place + 1;
  return place;
}
