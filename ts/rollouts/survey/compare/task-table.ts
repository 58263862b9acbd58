import { unbiasedPassAtK } from '../../../metrics/pass-at-k.ts';
import type { LateColumn } from '../../table/late-column.ts';
import type { DetailedSurvey } from '../survey.ts';

/** Sums over the rollouts of a task: the mean of a measure is one through the other. */
export interface Sums {
  readonly sum: Float64Array;
  readonly count: Float64Array;
}

/** The tasks of one role of a run. Groups of the same task in several sets are one. */
export class TaskTable {
  readonly names: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
  /** Of finite rewards. */
  readonly reward: Sums;
  /** Of rewards above the threshold. */
  readonly right: Float64Array;
  readonly tokens: Sums;
  readonly chars: Sums;

  /** @param above - an attempt is right when its reward is higher */
  constructor(survey: DetailedSurvey, groups: readonly number[], above: number) {
    const { groupTable, rolloutTable } = survey;
    const numbers = new Map<string, number>();
    for (const g of groups) {
      const name = groupTable.name(g);
      if (!numbers.has(name)) numbers.set(name, numbers.size);
    }
    this.numbers = numbers;
    this.names = [...numbers.keys()];
    this.reward = emptySums(numbers.size);
    this.right = new Float64Array(numbers.size);
    this.tokens = emptySums(numbers.size);
    this.chars = emptySums(numbers.size);
    for (const g of groups) {
      const task = numbers.get(groupTable.name(g)) as number;
      for (const reward of groupTable.rewardsOf(g)) {
        add(this.reward, task, reward);
        if (Number.isFinite(reward) && reward > above)
          this.right[task] = (this.right[task] ?? 0) + 1;
      }
      const rows = groupTable.rows.subarray(groupTable.starts[g], groupTable.starts[g + 1]);
      addColumn(this.tokens, task, rolloutTable.tokens, rows);
      addColumn(this.chars, task, rolloutTable.chars, rows);
    }
  }

  /** The chance of each task that one of k attempts is right; tasks with fewer do not count. */
  passAt(k: number): Sums {
    const sums = emptySums(this.names.length);
    this.names.forEach((_, task) => {
      const attempts = this.reward.count[task] as number;
      if (attempts >= k) add(sums, task, unbiasedPassAtK(attempts, this.right[task] as number, k));
    });
    return sums;
  }

  /** NaN where no reward is finite. */
  meanReward(task: number): number {
    return (this.reward.sum[task] as number) / (this.reward.count[task] as number);
  }
}

function emptySums(length: number): Sums {
  return { sum: new Float64Array(length), count: new Float64Array(length) };
}

function add({ sum, count }: Sums, task: number, value: number): void {
  if (!Number.isFinite(value)) return;
  sum[task] = (sum[task] as number) + value;
  count[task] = (count[task] as number) + 1;
}

function addColumn(sums: Sums, task: number, column: LateColumn, rows: Uint32Array): void {
  if (column.empty) return;
  for (const row of rows) add(sums, task, column.get(row));
}
