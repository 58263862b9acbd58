import { AlgorithmConfig } from '../config/algorithm-config.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { GroupTable } from '../rollouts/survey/group-table.ts';
import type { DetailedSurvey } from '../rollouts/survey/survey.ts';
import type { RoleColumns } from '../rollouts/table/rollout-columns.ts';
import { estimateRollouts } from './estimate-rollouts.ts';
import type { EstimatorAdvantages, RoleAdvantages } from './report-data.ts';

const BINS = 24;

export interface ReportAdvantages {
  readonly roles: readonly RoleAdvantages[];
  /** By estimator: the advantage of each row of the survey; what stands for a row without a reward does not matter. */
  readonly byRow: readonly Float64Array[];
}

/**
 * The advantages of all rollouts by several estimators: each sees the same pools as `upperhand advantages` gives it.
 *
 * @throws UpperhandError as `estimateRollouts`
 */
export function reportAdvantages(
  survey: DetailedSurvey,
  estimators: readonly string[],
  kernels: Kernels,
): ReportAdvantages {
  const { groupTable, rolloutTable } = survey;
  const { columns } = rolloutTable;
  const byRow = estimators.map(() => new Float64Array(columns.length));
  const roles = columns.scoredRoles.map((number) => {
    const { role, groups: held } = columns.roles[number] as RoleColumns;
    const groups = Array.from({ length: held.length }, (_, i) => held.get(i));
    const rewards = GroupedRewards.from(groups.map((g) => groupTable.rewardsOf(g)));
    const pool = { role, rewards, groupId: () => role, groups: [] };
    const rows = scoredRows(groups, groupTable, (row) => columns.missing.get(row) === 0);
    const told = Float64Array.from(rows, (row) => rolloutTable.tokens.get(row));
    const lengths = told.some(Number.isNaN) ? null : told;
    const found = estimators.map((estimator, e) => {
      const config = AlgorithmConfig.create({ estimator });
      const values = estimateRollouts(pool, config, { kernels, lengths });
      rows.forEach((row, i) => {
        (byRow[e] as Float64Array)[row] = values[i] as number;
      });
      return values;
    });
    return roleAdvantages(role, estimators, found, kernels);
  });
  return { roles, byRow };
}

function scoredRows(
  groups: readonly number[],
  table: GroupTable,
  isScored: (row: number) => boolean,
): number[] {
  const rows: number[] = [];
  for (const g of groups) {
    const end = table.starts[g + 1] as number;
    for (let at = table.starts[g] as number; at < end; at++) {
      const row = table.rows[at] as number;
      if (isScored(row)) rows.push(row);
    }
  }
  return rows;
}

function roleAdvantages(
  role: string,
  names: readonly string[],
  found: readonly Float64Array[],
  kernels: Kernels,
): RoleAdvantages {
  const { min, max } = rangeOf(found);
  const width = (max - min) / BINS || 1;
  const edges = Array.from({ length: BINS + 1 }, (_, i) => min + i * width);
  return {
    role,
    edges,
    estimators: names.map((name, e) =>
      describe(name, found[e] as Float64Array, found[0] as Float64Array, min, width, kernels),
    ),
  };
}

function describe(
  name: string,
  values: Float64Array,
  first: Float64Array,
  low: number,
  width: number,
  kernels: Kernels,
): EstimatorAdvantages {
  const counts = new Array<number>(BINS).fill(0);
  let [zeros, otherSign] = [0, 0];
  values.forEach((value, i) => {
    if (value === 0) zeros++;
    if (Math.sign(value) !== Math.sign(first[i] as number)) otherSign++;
    if (!Number.isFinite(value)) return;
    const bin = Math.max(0, Math.min(BINS - 1, Math.floor((value - low) / width)));
    counts[bin] = (counts[bin] as number) + 1;
  });
  const { mean, std } = kernels.summarize(values);
  const { min, max } = rangeOf([values]);
  return {
    name,
    counts,
    mean,
    std,
    min,
    max,
    zeros,
    otherSign,
    count: values.length,
  };
}

/** Of the finite ones; 0 where there is none. */
function rangeOf(lists: readonly Float64Array[]): {
  readonly min: number;
  readonly max: number;
} {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of lists) {
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min > max ? { min: 0, max: 0 } : { min, max };
}
