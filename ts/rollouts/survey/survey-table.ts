import type { RolloutRow } from '../row.ts';
import { Column } from '../table/column.ts';
import { KeyTable } from '../table/key-table.ts';
import { LateColumn } from '../table/late-column.ts';
import { RolloutColumns } from '../table/rollout-columns.ts';
import type { FindingPlace } from './finding.ts';

const FAILED = 1;
const TRUNCATED = 2;

/** A training step and a split. */
export interface Part {
  readonly step: string | number | null;
  readonly split: string | null;
}

/** One rollout, in numbers. */
export interface SurveyRow {
  readonly place: FindingPlace;
  readonly reward: number | null;
  /** NaN where it is not told, as the following. */
  readonly tokens: number;
  readonly chars: number;
  readonly age: number;
  readonly weightVersion: number;
  readonly ending: string | null;
  readonly failed: boolean;
  readonly truncated: boolean;
  readonly rolloutIndex: string | null;
}

/**
 * What is kept of each rollout: some 20 bytes, 8 more for each fact that its file tells, and its group's key once. No texts.
 * Rows are counted from 0, in the order in which they were added.
 */
export class SurveyTable {
  readonly columns: RolloutColumns = new RolloutColumns();
  readonly tokens: LateColumn = new LateColumn();
  readonly chars: LateColumn = new LateColumn();
  readonly ages: LateColumn = new LateColumn();
  readonly weightVersions: LateColumn = new LateColumn();
  /** By the name of the set. */
  readonly parts: Map<string, Part> = new Map<string, Part>();
  readonly #endings = new LateColumn();
  readonly #endingNames = new KeyTable();
  readonly #indexes = new LateColumn();
  readonly #indexNames = new KeyTable();
  readonly #keepIndexes: boolean;
  readonly #flags = new Column(Uint8Array);

  /** @param keepIndexes - whether it is kept which attempt each rollout is: the text of each index once */
  constructor(keepIndexes = false) {
    this.#keepIndexes = keepIndexes;
  }

  get length(): number {
    return this.columns.length;
  }

  add(row: RolloutRow): void {
    const at = this.length;
    this.columns.add(row);
    const { set, step = null, split = null, termination, rolloutIndex } = row;
    if (set !== undefined && !this.parts.has(set)) this.parts.set(set, { step, split });
    if (row.responseTokens !== undefined) this.tokens.put(at, row.responseTokens);
    else if (row.responseChars !== undefined) this.chars.put(at, row.responseChars);
    if (row.age !== undefined) this.ages.put(at, row.age);
    if (row.weightVersion !== undefined) this.weightVersions.put(at, row.weightVersion);
    if (termination !== undefined) this.#endings.put(at, this.#endingNames.intern(termination));
    if (rolloutIndex !== null && this.#keepIndexes)
      this.#indexes.put(at, this.#indexNames.intern(rolloutIndex));
    this.#flags.push((row.failed ? FAILED : 0) | (row.truncated ? TRUNCATED : 0));
  }

  /** Nothing is added any more. */
  seal(): void {
    this.columns.seal();
    this.#endingNames.seal();
    this.#indexNames.seal();
  }

  reward(row: number): number | null {
    return this.columns.missing.get(row) === 1 ? null : this.columns.rewards.get(row);
  }

  failed(row: number): boolean {
    return (this.#flags.get(row) & FAILED) > 0;
  }

  truncated(row: number): boolean {
    return (this.#flags.get(row) & TRUNCATED) > 0;
  }

  ending(row: number): string | null {
    return textOf(this.#endings.get(row), this.#endingNames);
  }

  /** Null too where indexes are not kept. */
  rolloutIndex(row: number): string | null {
    return textOf(this.#indexes.get(row), this.#indexNames);
  }

  place(row: number): FindingPlace {
    const { columns } = this;
    const group = columns.groups.get(row);
    const item = columns.items?.get(row) ?? 0;
    const set = columns.groupSet(group);
    return {
      source: this.#sourceOf(row),
      line: columns.lines.get(row),
      ...(item > 0 && { item }),
      ...(set !== null && { set }),
      group: columns.groupName(group),
      role: columns.groupRole(group),
    };
  }

  row(row: number): SurveyRow {
    return {
      place: this.place(row),
      reward: this.reward(row),
      tokens: this.tokens.get(row),
      chars: this.chars.get(row),
      age: this.ages.get(row),
      weightVersion: this.weightVersions.get(row),
      ending: this.ending(row),
      failed: this.failed(row),
      truncated: this.truncated(row),
      rolloutIndex: this.rolloutIndex(row),
    };
  }

  #sourceOf(row: number): string {
    const { sources } = this.columns;
    let [low, high] = [0, sources.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((sources[middle]?.firstRow ?? 0) <= row) low = middle;
      else high = middle;
    }
    return sources[low]?.name ?? '';
  }
}

function textOf(number: number, names: KeyTable): string | null {
  return Number.isNaN(number) ? null : names.text(number);
}
