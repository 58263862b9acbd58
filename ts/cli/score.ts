import { poolMetrics } from '../advantage/pool-metrics.ts';
import { warnGroupsOfOne, warnUnusedRoles } from '../advantage/pool-warnings.ts';
import type { RolePool } from '../advantage/role-pool.ts';
import type { OnWarning } from '../errors/warning.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { estimateRollouts } from '../report/estimate-rollouts.ts';
import { type Column, SIZE } from '../rollouts/table/column.ts';
import type { RoleColumns, RolloutColumns } from '../rollouts/table/rollout-columns.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { Writable } from '../types/writable.ts';
import {
  type Advantages,
  firstPlaces,
  type ScoredRows,
  scoredRows,
  takeNext,
} from './scored-rows.ts';

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
  /** What numbers in `rows` stand for. */
  readonly columns: Pick<RolloutColumns, 'sources' | 'groupName' | 'groupRole' | 'groupSet'>;
  /** All rollouts in the order in which they were read. */
  rows(): Generator<ScoredRows>;
  /** The same, each an object. */
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
  const rows = (): Generator<ScoredRows> => scoredRows(columns, pools, [advantages, ...further]);
  return {
    metrics: poolMetrics(pools, advantages, kernels),
    otherMetrics: further.map((one) => poolMetrics(pools, one, kernels)),
    columns,
    rows,
    rollouts: () => scoredRollouts(columns, rows()),
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

/** The rewards of each role as the estimators take them. */
export function toPools(columns: RolloutColumns): RolePool[] {
  const next = firstPlaces(columns);
  const pools = new Map(
    columns.scoredRoles.map((number) => [
      number,
      emptyPool(columns, columns.roles[number] as RoleColumns),
    ]),
  );
  const valuesOf = columns.roles.map((_, role) => pools.get(role)?.rewards.values);
  for (let from = 0; from < columns.length; from += SIZE) fillPools(valuesOf, columns, from, next);
  return [...pools.values()];
}

/** A function of its own, which is compiled for all but the first blocks. */
function fillPools(
  valuesOf: readonly (Float64Array | undefined)[],
  columns: RolloutColumns,
  from: number,
  next: Uint32Array,
): void {
  const length = Math.min(SIZE, columns.length - from);
  const groups = columns.groups.view(from, length);
  const missing = columns.missing.view(from, length);
  const rewards = columns.rewards.view(from, length);
  for (let i = 0; i < length; i++) {
    if (missing[i] === 1) continue;
    const group = groups[i] as number;
    const values = valuesOf[columns.groupRoles.get(group)] as Float64Array;
    values[takeNext(next, group)] = rewards[i] as number;
  }
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
  batches: Iterable<ScoredRows>,
): Generator<ScoredRollout> {
  // Rollouts of a group often stand together.
  let [named, name, role] = [-1, '', ''];
  for (const rows of batches) {
    const [advantages, ...further] = rows.advantages;
    for (let i = 0; i < rows.length; i++) {
      const group = rows.groups[i] as number;
      if (group !== named) {
        named = group;
        name = columns.groupName(group);
        role = columns.groupRole(group);
      }
      const isMissing = rows.missing[i] === 1;
      const item = rows.items?.[i] ?? 0;
      const set = columns.hasSets ? columns.groupSet(group) : null;
      const rollout: Writable<ScoredRollout> = {
        source: columns.sources[rows.sources[i] as number]?.name ?? '',
        line: rows.lines[i] as number,
        group: name,
        role,
        reward: isMissing ? null : (rows.rewards[i] as number),
        advantage: isMissing ? null : (advantages?.[i] as number),
        others: further.map((values) => (isMissing ? null : (values[i] as number))),
      };
      if (item > 0) rollout.item = item;
      if (set !== null) rollout.set = set;
      yield rollout;
    }
  }
}
