import type { RolloutRow } from '../row.ts';
import { Column, SIZE } from './column.ts';
import { KeyTable } from './key-table.ts';

/** The rollouts of one role, group by group, in the order in which groups got their first reward. */
export interface RoleColumns {
  readonly role: string;
  /** Numbers of its groups that have a reward. */
  readonly groups: Column;
}

/** Of those rows that share a block of each column. */
interface Blocks {
  readonly rewards: Float64Array;
  readonly lines: Uint32Array;
  readonly groups: Uint32Array;
  readonly missing: Uint8Array;
}

/**
 * What is kept of each rollout: 17 bytes, and its group's key once. Rows come back in the order in which they were
 * added.
 */
export class RolloutColumns {
  /** How many rollouts there are. Columns of them may be longer. */
  length = 0;
  /** Empty after `releaseRewards`. */
  rewards: Column<Float64Array> = new Column(Float64Array);
  readonly lines: Column<Uint32Array> = new Column(Uint32Array);
  /** Number of the group of each row. */
  readonly groups: Column<Uint32Array> = new Column(Uint32Array);
  /** 1 where there is no reward. */
  readonly missing: Column<Uint8Array> = new Column(Uint8Array);
  /** How many rewards each group has. */
  readonly groupSizes: Column = new Column(Uint32Array);
  /** Number of the role of each group. */
  readonly groupRoles: Column = new Column(Uint32Array);
  /** Roles that have a reward, in the order in which they got the first. */
  readonly scoredRoles: number[] = [];
  readonly roles: RoleColumns[] = [];
  /** Which rollout of its record each is, counted from 1; null where no record holds several. */
  items: Column<Uint32Array> | null = null;
  /** Whether a set is more than a source: rollouts of different steps or splits. */
  hasSets = false;
  /** Sources, and the first row of each. */
  readonly sources: { readonly name: string; readonly firstRow: number }[] = [];
  #blocks: Blocks = this.#extend();
  readonly #keys = new KeyTable();
  readonly #roleNumbers = new Map<string, number>();
  readonly #setNumbers = new Map<string, number>();
  readonly #sets: string[] = [];
  /** The group of the row that was added last: rollouts of one often stand together. */
  #last: (Pick<RolloutRow, 'group' | 'role' | 'set'> & { readonly number: number }) | null = null;

  add({ source, line, item, group, role, reward, set }: RolloutRow): void {
    if (this.sources.at(-1)?.name !== source) {
      this.sources.push({ name: source, firstRow: this.length });
    }
    const g = this.#groupNumber(group, role, set);
    if (reward !== null) this.#count(g);
    if (set !== undefined && set !== source) this.hasSets = true;
    if (item !== undefined && !this.items) this.items = zeros(this.length);
    this.items?.push(item === undefined ? 0 : item + 1);
    const at = this.length % SIZE;
    if (at === 0 && this.length > 0) this.#blocks = this.#extend();
    const { groups, lines, rewards, missing } = this.#blocks;
    groups[at] = g;
    lines[at] = line;
    rewards[at] = reward ?? 0;
    missing[at] = reward === null ? 1 : 0;
    this.length++;
  }

  /** The key that a group has in its file. */
  groupName(group: number): string {
    return this.#keys.text(group).slice(4);
  }

  groupRole(group: number): string {
    return (this.roles[this.groupRoles.get(group)] as RoleColumns).role;
  }

  /** The set of a group; null where all rows are one. */
  groupSet(group: number): string | null {
    const text = this.#keys.text(group);
    const number = (text.charCodeAt(2) << 15) | text.charCodeAt(3);
    return this.#sets[number - 1] ?? null;
  }

  /** Nothing is added any more. */
  seal(): void {
    this.#keys.seal();
  }

  /** For whoever has made pools of them, which hold the same numbers. */
  releaseRewards(): void {
    this.rewards = new Column(Float64Array);
  }

  #extend(): Blocks {
    return {
      rewards: this.rewards.extend(),
      lines: this.lines.extend(),
      groups: this.groups.extend(),
      missing: this.missing.extend(),
    };
  }

  #groupNumber(group: string, role: string, set: string | undefined): number {
    const last = this.#last;
    if (last?.group === group && last.role === role && last.set === set) return last.number;
    const roleNumber = this.#roleNumber(role);
    const number = this.#keys.intern(prefix(roleNumber) + prefix(this.#setNumber(set)) + group);
    if (number === this.groupSizes.length) {
      this.groupSizes.push(0);
      this.groupRoles.push(roleNumber);
    }
    this.#last = { group, role, number, ...(set !== undefined && { set }) };
    return number;
  }

  #roleNumber(role: string): number {
    let number = this.#roleNumbers.get(role);
    if (number === undefined) {
      number = this.roles.push({ role, groups: new Column(Uint32Array) }) - 1;
      this.#roleNumbers.set(role, number);
    }
    return number;
  }

  /** 0 where all rows are one set. */
  #setNumber(set: string | undefined): number {
    if (set === undefined) return 0;
    let number = this.#setNumbers.get(set);
    if (number === undefined) {
      number = this.#sets.push(set);
      this.#setNumbers.set(set, number);
    }
    return number;
  }

  #count(group: number): void {
    const size = this.groupSizes.get(group);
    this.groupSizes.set(group, size + 1);
    if (size > 0) return;
    const number = this.groupRoles.get(group);
    const { groups } = this.roles[number] as RoleColumns;
    if (groups.length === 0) this.scoredRoles.push(number);
    groups.push(group);
  }
}

function zeros(length: number): Column<Uint32Array> {
  const column = new Column(Uint32Array);
  for (let i = 0; i < length; i++) column.push(0);
  return column;
}

/** A number as two characters that a key can begin with; small ones take a byte each. */
function prefix(number: number): string {
  return String.fromCharCode(number >>> 15, number & 0x7fff);
}
