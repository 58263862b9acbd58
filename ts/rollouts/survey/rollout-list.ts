import type { SurveyRow, SurveyTable } from './survey-table.ts';

/** What rollouts can be sorted by. */
export const sortKeys = ['reward', 'length', 'age', 'place'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface ListOptions {
  /** Why they ended: one of these words, or `truncated` or `failed`. Default: whatever. */
  readonly reasons?: readonly string[];
  /** Rollouts without a reward, and with NaN, have none that is high or low enough. */
  readonly minReward?: number;
  readonly maxReward?: number;
  /** Default: as they were read. Those that lack what is sorted by come last. */
  readonly sort?: SortKey;
  readonly descending?: boolean;
  /** Default 20. */
  readonly limit?: number;
}

export interface RolloutList {
  /** How many there are, beyond the limit too. */
  readonly total: number;
  readonly rows: readonly SurveyRow[];
}

/** Rollouts by their numbers. */
export function listRollouts(table: SurveyTable, options: ListOptions = {}): RolloutList {
  const { sort = 'place', descending = false, limit = 20 } = options;
  const kept: number[] = [];
  for (let row = 0; row < table.length; row++) if (isListed(table, row, options)) kept.push(row);
  const keyOf = (row: number): number => numberOf(table, row, sort);
  const sign = descending ? -1 : 1;
  kept.sort((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    if (Number.isNaN(x) || Number.isNaN(y))
      return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
    return x === y ? a - b : x < y ? -sign : sign;
  });
  return { total: kept.length, rows: kept.slice(0, limit).map((row) => table.row(row)) };
}

function isListed(table: SurveyTable, row: number, options: ListOptions): boolean {
  const { reasons, minReward, maxReward } = options;
  if (minReward !== undefined || maxReward !== undefined) {
    const reward = table.reward(row) ?? Number.NaN;
    const isWithin =
      reward >= (minReward ?? Number.NEGATIVE_INFINITY) &&
      reward <= (maxReward ?? Number.POSITIVE_INFINITY);
    if (!isWithin) return false;
  }
  if (reasons === undefined) return true;
  return (
    reasons.includes(table.ending(row) ?? '') ||
    (table.truncated(row) && reasons.includes('truncated')) ||
    (table.failed(row) && reasons.includes('failed'))
  );
}

function numberOf(table: SurveyTable, row: number, key: SortKey): number {
  if (key === 'place') return row;
  if (key === 'reward') return table.reward(row) ?? Number.NaN;
  if (key === 'age') return table.ages.get(row);
  const tokens = table.tokens.get(row);
  return Number.isNaN(tokens) ? table.chars.get(row) : tokens;
}
