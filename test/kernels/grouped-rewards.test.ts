import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import { groupsOf, SEED, wild } from '../support/arbitrary-rewards.ts';
import { expectSame } from '../support/expect-same.ts';

const refused = (expected: string) =>
  expect.objectContaining({ code: 'invalid-argument', message: expect.stringContaining(expected) });

describe('from', () => {
  it('lays groups flat, empty ones included', () => {
    const rewards = GroupedRewards.from([[1, 0, 0], [], [0.5]]);
    expect(rewards.values).toEqual(Float64Array.of(1, 0, 0, 0.5));
    expect(rewards.offsets).toEqual(Uint32Array.of(0, 3, 3, 4));
    expect([rewards.numGroups, rewards.numTrajectories]).toEqual([3, 4]);
  });

  it('takes no groups at all', () => {
    const rewards = GroupedRewards.from([]);
    expect([rewards.numGroups, rewards.numTrajectories, rewards.toArrays()]).toEqual([0, 0, []]);
  });

  it('takes booleans as 1 and 0, typed arrays, array-likes and any iterable of them', () => {
    function* groups() {
      yield [true, false];
      yield Float32Array.of(0.5);
      yield Float64Array.of(-0);
      yield { length: 1, 0: 7 };
    }
    expect(GroupedRewards.from(groups()).toArrays()).toEqual([[1, 0], [0.5], [-0], [7]]);
    expect(GroupedRewards.from(new Set([[1], [2]])).toArrays()).toEqual([[1], [2]]);
    expect(GroupedRewards.from(GroupedRewards.from([[1], [2]])).toArrays()).toEqual([[1], [2]]);
  });

  it('copies: what comes later does not reach it', () => {
    const group = Float64Array.of(1, 0);
    const rewards = GroupedRewards.from([group]);
    group[0] = 9;
    expect(rewards.toArrays()).toEqual([[1, 0]]);
  });

  it('gives back by toArrays what it took', () => {
    fc.assert(
      fc.property(groupsOf(wild), (groups) => {
        const rewards = GroupedRewards.from(groups);
        expectSame(rewards.toArrays().flat(), groups.flat());
        expectSame(
          rewards.toArrays().map((group) => group.length),
          groups.map((group) => group.length),
        );
        for (const [g, group] of [...rewards].entries()) expectSame(group, groups[g] as number[]);
      }),
      { seed: SEED },
    );
  });

  it.each([
    ['text', [['1']], 'rewards[0][0] must be a number or a boolean, got "1"'],
    ['null', [[1], [0, null]], 'rewards[1][1] must be a number or a boolean, got null'],
    ['a bigint', [[1n]], 'rewards[0][0] must be a number or a boolean, got 1n'],
    ['bigints', [BigInt64Array.of(2n)], 'rewards[0][0] must be a number or a boolean, got 2n'],
    ['a hole', [[1, undefined]], 'rewards[0][1] must be a number or a boolean, got undefined'],
    [
      'an array too deep',
      [[[1]]],
      'rewards[0][0] must be a number or a boolean, got an array of 1',
    ],
    ['rewards without groups', [1, 0], 'rewards[0] must be an array of numbers or booleans, got 1'],
    ['groups of text', ['ab'], 'rewards[0] must be an array of numbers or booleans, got "ab"'],
    ['an object', [{}], 'rewards[0] must be an array of numbers or booleans, got an object'],
    ['no group', [null], 'rewards[0] must be an array of numbers or booleans, got null'],
    ['a length that is none', [{ length: NaN }], 'rewards[0] must be an array of numbers'],
    ['text', 'ab', 'rewards must be an iterable of arrays, got "ab"'],
    ['a number', 5, 'rewards must be an iterable of arrays, got 5'],
    [
      'a Map, whose keys would be rewards',
      new Map([[7, 1]]),
      'rewards must be an iterable of arrays (values() of a Map), got a Map',
    ],
    ['nothing', undefined, 'rewards must be an iterable of arrays, got undefined'],
  ])('refuses %s', (_, groups, message) => {
    expect(() => GroupedRewards.from(groups as never)).toThrow(refused(message));
  });
});

describe('fromFlat', () => {
  it('keeps a Float64Array and a Uint32Array', () => {
    const [values, offsets] = [Float64Array.of(1, 0), Uint32Array.of(0, 2)];
    const rewards = GroupedRewards.fromFlat(values, offsets);
    expect(rewards.values).toBe(values);
    expect(rewards.offsets).toBe(offsets);
  });

  it('copies other arrays', () => {
    const rewards = GroupedRewards.fromFlat([true, 0.5], [0, 0, 2]);
    expect(rewards.values).toEqual(Float64Array.of(1, 0.5));
    expect(rewards.offsets).toEqual(Uint32Array.of(0, 0, 2));
  });

  it.each([
    ['no offsets', [], [], 'offsets[0] must be 0, got undefined'],
    ['a start that is not 0', [1], [1], 'offsets[0] must be 0, got 1'],
    ['offsets that fall', [1, 2], [0, 2, 1], 'offsets[2] must be an integer ≥ 2, got 1'],
    ['a fraction', [1, 2], [0, 0.5, 2], 'offsets[1] must be an integer ≥ 0, got 0.5'],
    ['NaN', [1], [0, NaN], 'offsets[1] must be an integer ≥ 0, got NaN'],
    ['an end beyond', [1], [0, 2], 'offsets[1] must be the number of values, 1, got 2'],
    ['an end before', [1, 2], [0, 1], 'offsets[1] must be the number of values, 2, got 1'],
    ['text', ['1'], [0, 1], 'values[0] must be a number or a boolean, got "1"'],
    ['no values', undefined, [0], 'values must be an array of numbers or booleans, got undefined'],
    ['no arrays', [], null, 'offsets must be an array of integers, got null'],
  ])('refuses %s', (_, values, offsets, message) => {
    expect(() => GroupedRewards.fromFlat(values as never, offsets as never)).toThrow(
      refused(message),
    );
  });
});

describe('fromKeys', () => {
  it('groups by key in the order in which keys appear', () => {
    const { grouped, order, keys } = GroupedRewards.fromKeys(
      [1, 0, 0.5, true, 0.25],
      ['a', 'b', 'a', 'c', 'b'],
    );
    expect(grouped.toArrays()).toEqual([[1, 0.5], [0, 0.25], [1]]);
    expect(order).toEqual(Uint32Array.of(0, 2, 1, 4, 3));
    expect(keys).toEqual(['a', 'b', 'c']);
  });

  it('tells by order where each reward went', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(wild, fc.nat(5))), (rows) => {
        const rewards = rows.map(([reward]) => reward);
        const { grouped, order } = GroupedRewards.fromKeys(
          rewards,
          rows.map(([, key]) => key),
        );
        expectSame(
          grouped.values,
          Array.from(order, (i) => rewards[i] as number),
        );
        expect([...order].sort((a, b) => a - b)).toEqual(rows.map((_, i) => i));
      }),
      { seed: SEED },
    );
  });

  it('compares keys as a Map does', () => {
    const task = {};
    const { keys } = GroupedRewards.fromKeys<unknown>(
      [1, 2, 3, 4, 5, 6, 7, 8],
      [NaN, NaN, 0, -0, '0', task, {}, '__proto__'],
    );
    expect(keys).toEqual([NaN, 0, '0', task, {}, '__proto__']);
  });

  it('takes a hole for a key like any other', () => {
    const keys = new Array<string>(3);
    keys[1] = 'a';
    expect(GroupedRewards.fromKeys([1, 2, 3], keys).grouped.toArrays()).toEqual([[1, 3], [2]]);
  });

  it('takes more groups than a byte can count, from typed keys', () => {
    const keys = Uint8Array.from({ length: 300 }, (_, i) => i % 256);
    const { grouped } = GroupedRewards.fromKeys(new Float64Array(300), keys as never);
    expect(grouped.numGroups).toBe(256);
  });

  it.each([
    [
      'keys of another length',
      [1, 0],
      ['a'],
      'keys must be as long as rewards (2), got an array of 1',
    ],
    ['no keys', [1], undefined, 'keys must be as long as rewards (1), got undefined'],
    ['no rewards', null, [], 'rewards must be an array of numbers or booleans, got null'],
    [
      'a missing reward',
      [1, null],
      ['a', 'a'],
      'rewards[1] must be a number or a boolean, got null',
    ],
  ])('refuses %s', (_, rewards, keys, message) => {
    expect(() => GroupedRewards.fromKeys(rewards as never, keys as never)).toThrow(
      refused(message),
    );
  });
});

describe('group', () => {
  const rewards = GroupedRewards.from([[1, 0], [], [0.5]]);

  it('is a view of one group', () => {
    expect(rewards.group(0)).toEqual(Float64Array.of(1, 0));
    expect(rewards.group(1)).toEqual(new Float64Array());
    expect(rewards.group(2).buffer).toBe(rewards.values.buffer);
  });

  it.each([-1, 3, 0.5, NaN, '0'])('refuses %s', (index) => {
    expect(() => rewards.group(index as number)).toThrow(refused('group index must be an integer'));
  });
});

describe('withValues', () => {
  const rewards = GroupedRewards.from([[1, 0], [0.5]]);

  it('keeps the groups and the very array', () => {
    const values = Float64Array.of(7, 8, 9);
    const other = rewards.withValues(values);
    expect(other.toArrays()).toEqual([[7, 8], [9]]);
    expect(other.values).toBe(values);
    expect(other.offsets).toBe(rewards.offsets);
  });

  it.each([[new Float64Array(2)], [[1, 2, 3]], [undefined]])('refuses %s', (values) => {
    expect(() => rewards.withValues(values as never)).toThrow(
      refused('values must be a Float64Array of 3'),
    );
  });
});

describe('new GroupedRewards', () => {
  it.each([[[]], [[Float64Array.of(1), Uint32Array.of(0, 9)]]])('is refused with %j', (args) => {
    const Made = GroupedRewards as unknown as new (...args: unknown[]) => GroupedRewards;
    expect(() => new Made(...args)).toThrow(
      refused('GroupedRewards are made by GroupedRewards.from, fromFlat or fromKeys'),
    );
  });
});
