import { refuse } from '../errors/refuse.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';

/** Only this file has it, so that offsets that nobody checked come into no kernel, from plain JavaScript either. */
const CHECKED: unique symbol = Symbol('checked');

/**
 * Rewards cut into groups: flat values, and where each group begins. Groups may be empty. Treat the arrays as
 * read-only; the offsets were checked when it was made and are not checked again.
 *
 * @example
 * const rewards = GroupedRewards.from([[1, 0, 0], [0.5]]);
 * rewards.values;      // Float64Array [1, 0, 0, 0.5]
 * rewards.offsets;     // Uint32Array [0, 3, 4]
 * [...rewards].length; // 2
 */
export class GroupedRewards implements Iterable<Float64Array> {
  /** One number a trajectory, group after group. */
  readonly values: Float64Array;
  /** Ascending from 0 to `values.length`, one entry more than there are groups. */
  readonly offsets: Uint32Array;

  private constructor(values: Float64Array, offsets: Uint32Array, checked: typeof CHECKED) {
    if (checked !== CHECKED) {
      throw new UpperhandError(
        'invalid-argument',
        'GroupedRewards are made by GroupedRewards.from, fromFlat or fromKeys, which check, and not by new',
      );
    }
    this.values = values;
    this.offsets = offsets;
  }

  /**
   * Copies arrays of numbers or booleans (1 and 0), one for each group.
   *
   * @throws UpperhandError `invalid-argument` naming the place of anything else: text, null, bigint.
   */
  static from(groups: Iterable<ArrayLike<number | boolean>>): GroupedRewards {
    if (typeof groups?.[Symbol.iterator] !== 'function' || typeof groups === 'string') {
      refuse('rewards', 'an iterable of arrays', groups);
    }
    // Its entries are arrays too: each key would become a reward.
    if (groups instanceof Map)
      refuse('rewards', 'an iterable of arrays (values() of a Map)', groups);
    const held: ArrayLike<number | boolean>[] = [];
    const offsets = [0];
    let total = 0;
    for (const group of groups) {
      if (!isArrayLike(group))
        refuse(`rewards[${held.length}]`, 'an array of numbers or booleans', group);
      held.push(group);
      total += group.length;
      offsets.push(total);
    }
    const values = new Float64Array(total);
    held.forEach((group, g) => {
      fill(values, offsets[g] as number, group, `rewards[${g}]`);
    });
    return new GroupedRewards(values, Uint32Array.from(offsets), CHECKED);
  }

  /**
   * Takes values that are flat already. A Float64Array and a Uint32Array are kept, not copied.
   *
   * @throws UpperhandError `invalid-argument` when the offsets do not ascend from 0 to the number of values.
   */
  static fromFlat(values: ArrayLike<number | boolean>, offsets: ArrayLike<number>): GroupedRewards {
    if (!isArrayLike(values)) refuse('values', 'an array of numbers or booleans', values);
    if (!isArrayLike(offsets)) refuse('offsets', 'an array of integers', offsets);
    const last = offsets.length - 1;
    if (last < 0 || offsets[0] !== 0) refuse('offsets[0]', '0', offsets[0]);
    for (let g = 1; g <= last; g++) {
      const [previous, offset] = [offsets[g - 1] as number, offsets[g] as number];
      if (!Number.isInteger(offset) || offset < previous)
        refuse(`offsets[${g}]`, `an integer ≥ ${previous}`, offset);
    }
    if (offsets[last] !== values.length) {
      refuse(`offsets[${last}]`, `the number of values, ${values.length}`, offsets[last]);
    }
    const held = offsets instanceof Uint32Array ? offsets : Uint32Array.from(offsets);
    if (values instanceof Float64Array) return new GroupedRewards(values, held, CHECKED);
    const copy = new Float64Array(values.length);
    fill(copy, 0, values, 'values');
    return new GroupedRewards(copy, held, CHECKED);
  }

  /**
   * Groups rewards by key, in the order in which keys appear (equality as in a Map). `order[i]` tells which
   * reward stands at `grouped.values[i]`; `keys` has one entry a group.
   *
   * @throws UpperhandError `invalid-argument` when the lengths differ or a reward is no number.
   * @example
   * const { grouped, order, keys } = GroupedRewards.fromKeys([1, 0, 0.5], ['a', 'b', 'a']);
   * grouped.toArrays(); // [[1, 0.5], [0]]
   * order;              // Uint32Array [0, 2, 1]
   * keys;               // ['a', 'b']
   */
  static fromKeys<K>(
    rewards: ArrayLike<number | boolean>,
    keys: readonly K[],
  ): { grouped: GroupedRewards; order: Uint32Array; keys: K[] } {
    if (!isArrayLike(rewards)) refuse('rewards', 'an array of numbers or booleans', rewards);
    if (!isArrayLike(keys) || rewards.length !== keys.length)
      refuse('keys', `as long as rewards (${rewards.length})`, keys);
    const flat = new Float64Array(rewards.length);
    fill(flat, 0, rewards, 'rewards');
    const groupOf = new Map<K, number>();
    const sizes: number[] = [];
    const groups = Array.from(keys, (key) => {
      const group = groupOf.get(key) ?? sizes.push(0) - 1;
      groupOf.set(key, group);
      sizes[group] = (sizes[group] as number) + 1;
      return group;
    });
    const offsets = new Uint32Array(sizes.length + 1);
    sizes.forEach((size, g) => {
      offsets[g + 1] = (offsets[g] as number) + size;
    });
    const next = offsets.slice(0, -1);
    const order = new Uint32Array(flat.length);
    groups.forEach((group, i) => {
      order[next[group] as number] = i;
      next[group] = (next[group] as number) + 1;
    });
    return {
      grouped: new GroupedRewards(
        flat.map((_, i) => flat[order[i] as number] as number),
        offsets,
        CHECKED,
      ),
      order,
      keys: [...groupOf.keys()],
    };
  }

  get numGroups(): number {
    return this.offsets.length - 1;
  }

  get numTrajectories(): number {
    return this.values.length;
  }

  /** A view, not a copy. */
  group(index: number): Float64Array {
    if (!Number.isInteger(index) || index < 0 || index >= this.numGroups) {
      refuse('group index', `an integer from 0 to ${this.numGroups - 1}`, index);
    }
    return this.values.subarray(this.offsets[index], this.offsets[index + 1]);
  }

  /** The same groups with other values of the same length. The array is kept, not copied. */
  withValues(values: Float64Array): GroupedRewards {
    if (!(values instanceof Float64Array) || values.length !== this.values.length) {
      refuse('values', `a Float64Array of ${this.values.length}`, values);
    }
    return new GroupedRewards(values, this.offsets, CHECKED);
  }

  *[Symbol.iterator](): Iterator<Float64Array> {
    for (let g = 0; g < this.numGroups; g++)
      yield this.values.subarray(this.offsets[g], this.offsets[g + 1]);
  }

  toArrays(): number[][] {
    return Array.from(this, (group) => Array.from(group));
  }
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  if (typeof value !== 'object' || value === null || !('length' in value)) return false;
  return Number.isInteger(value.length) && (value.length as number) >= 0;
}

function fill(
  target: Float64Array,
  at: number,
  source: ArrayLike<number | boolean>,
  name: string,
): void {
  if (source instanceof Float64Array) {
    target.set(source, at);
    return;
  }
  for (let i = 0; i < source.length; i++) {
    const value: unknown = source[i];
    if (typeof value === 'number') target[at + i] = value;
    else if (typeof value === 'boolean') target[at + i] = value ? 1 : 0;
    else refuse(`${name}[${i}]`, 'a number or a boolean', value);
  }
}
