import type { Kernels } from '../../kernels/kernels.ts';
import { type GroupSignal, groupSignal } from '../../metrics/difficulty.ts';
import type { RolloutColumns } from '../table/rollout-columns.ts';

/** Groups of a task and a role, in numbers. They are counted from 0, in the order in which they appear. */
export class GroupTable {
  readonly length: number;
  /** Rollouts of each group. */
  readonly sizes: Uint32Array;
  /** Rows group after group, each group's in the order of the file: group g has those from `starts[g]` to `starts[g + 1]`. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  /** Rewards group after group, without those that are missing: group g has those from `offsets[g]` to `offsets[g + 1]`. */
  readonly values: Float64Array;
  readonly offsets: Uint32Array;
  /** Of the rewards of each group; NaN where there is none. */
  readonly means: Float64Array;
  /** Population. */
  readonly stds: Float64Array;
  readonly #columns: RolloutColumns;

  constructor(columns: RolloutColumns, kernels: Kernels) {
    this.#columns = columns;
    this.length = columns.groupSizes.length;
    this.sizes = new Uint32Array(this.length);
    for (let row = 0; row < columns.length; row++) countUp(this.sizes, columns.groups.get(row));
    this.starts = startsOf(this.length, (g) => this.sizes[g] as number);
    this.offsets = startsOf(this.length, (g) => columns.groupSizes.get(g));
    this.rows = new Uint32Array(columns.length);
    this.values = new Float64Array(this.offsets[this.length] as number);
    const [nextRow, nextValue] = [this.starts.slice(), this.offsets.slice()];
    for (let row = 0; row < columns.length; row++) {
      const g = columns.groups.get(row);
      this.rows[countUp(nextRow, g)] = row;
      if (columns.missing.get(row) === 0) {
        this.values[countUp(nextValue, g)] = columns.rewards.get(row);
      }
    }
    const { mean, std } = kernels.segmentSummaries(this.values, this.offsets);
    this.means = mean;
    this.stds = std;
  }

  name(group: number): string {
    return this.#columns.groupName(group);
  }

  role(group: number): string {
    return this.#columns.groupRole(group);
  }

  set(group: number): string | null {
    return this.#columns.groupSet(group);
  }

  /** How many of its rollouts have a reward. */
  scored(group: number): number {
    return (this.offsets[group + 1] as number) - (this.offsets[group] as number);
  }

  /** Null where there are no two rewards to compare. */
  signal(group: number): GroupSignal | null {
    if (this.scored(group) < 2) return null;
    return groupSignal(this.means[group] as number, this.stds[group] as number);
  }

  firstRow(group: number): number {
    return this.rows[this.starts[group] as number] as number;
  }

  rewardsOf(group: number): Float64Array {
    return this.values.subarray(this.offsets[group], this.offsets[group + 1]);
  }
}

function startsOf(length: number, size: (g: number) => number): Uint32Array {
  const starts = new Uint32Array(length + 1);
  for (let g = 0; g < length; g++) starts[g + 1] = (starts[g] as number) + size(g);
  return starts;
}

/** Counts one more; returns what was there before. */
function countUp(counts: Uint32Array, at: number): number {
  const before = counts[at] as number;
  counts[at] = before + 1;
  return before;
}
