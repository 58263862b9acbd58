import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import type { ScaleByPoolOptions } from '../../ts/kernels/scale-kernels.ts';
import { groupsOf, mixed, SEED, wild } from '../support/arbitrary-rewards.ts';
import { expectSame } from '../support/expect-same.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import {
  slowCenterByWeight,
  slowCompareWithMean,
  slowScaleByPool,
  type Weighed,
} from '../support/slow-scale-kernels.ts';

const singleton = fc.constantFrom('raw' as const, 'zero' as const, 'member' as const);
const weight = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.double({ min: 0, max: 1e9, noNaN: true }),
  fc.constantFrom(0, -0, 5e-324),
);
const values = fc.oneof(groupsOf(mixed), groupsOf(wild));
const weighed: fc.Arbitrary<Weighed[][]> = values.chain((groups) =>
  fc
    .tuple(...groups.map(({ length: n }) => fc.array(weight, { minLength: n, maxLength: n })))
    .map((all) =>
      groups.map((group, g) => group.map((value, i) => ({ value, weight: all[g]?.[i] as number }))),
    ),
);
/** A thousand of them, some blocks without any weight. */
const many = Array.from({ length: 1000 }, (_, i) => ({
  value: ((i * 7919) % 101) / 7,
  weight: i % 384 < 140 ? 0 : (i * 31) % 5,
}));
const poolOptions: fc.Arbitrary<ScaleByPoolOptions> = fc.record({
  baseline: fc.constantFrom('group', 'pool', 'none'),
  singleton,
  mean: fc.constantFrom('subtract', 'keep', 'zero'),
  ddof: fc.constantFrom(0, 1, 3),
  epsilon: fc.constantFrom(0, 1e-6, 0.5),
  epsilonPlace: fc.constantFrom('outside', 'inside', 'floor'),
  countEpsilon: fc.constantFrom(0, 1e-8),
});

const check = <T>(arbitrary: fc.Arbitrary<T>, test: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, test), { seed: SEED, numRuns: 300 });

function flat(groups: readonly (readonly Weighed[])[]) {
  const rewards = GroupedRewards.from(groups.map((group) => group.map(({ value }) => value)));
  return { ...rewards, weights: Float64Array.from(groups.flat(), ({ weight }) => weight) };
}

function centered(kernels: Kernels, groups: Weighed[][], rule: 'raw' | 'zero' | 'member'): void {
  const { values, offsets, weights } = flat(groups);
  const out = new Float64Array(values.length);
  expect(kernels.centerByWeight(values, weights, offsets, { singleton: rule }, out)).toBe(true);
  expectSame(out, slowCenterByWeight(groups, rule), () => JSON.stringify(groups));
}

function scaled(
  kernels: Kernels,
  groups: Weighed[][],
  isWeighed: boolean,
  options: ScaleByPoolOptions,
): void {
  const { values, offsets, weights } = flat(groups);
  const out = new Float64Array(values.length);
  const own = isWeighed ? weights : null;
  expect(kernels.scaleByPool(values, own, offsets, options, out)).toBe(true);
  expectSame(out, slowScaleByPool(groups, isWeighed, options), () => JSON.stringify(groups));
}

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  '%s',
  (_, kernels) => {
    it('centers by weight as the definition says', () => {
      check(fc.tuple(weighed, singleton), ([groups, rule]) => centered(kernels, groups, rule));
      centered(kernels, [many.slice(0, 3), many, many.slice(500, 629)], 'raw');
    });

    it('compares with the mean as the definition says', () => {
      const options = fc.record({
        epsilon: fc.constantFrom(0, 1e-6),
        nonPositive: fc.constantFrom('divide' as const, 'zero' as const),
        singleton,
      });
      check(fc.tuple(values, options), ([groups, options]) => {
        const { values, offsets } = GroupedRewards.from(groups);
        const out = new Float64Array(values.length).fill(7);
        kernels.compareWithMean(values, offsets, options, out);
        expectSame(out, slowCompareWithMean(groups, options), () => JSON.stringify(groups));
      });
    });

    it('scales by the pool as the definition says', () => {
      check(fc.tuple(weighed, fc.boolean(), poolOptions), ([groups, isWeighed, options]) => {
        scaled(kernels, groups, isWeighed, options);
        scaled(kernels, [many.slice(0, 200), ...groups, many], isWeighed, options);
      });
    });

    it('says that a weight is illegal, wherever it is', () => {
      const illegal = fc.constantFrom(-5e-324, -1, Number.NaN, Infinity, -Infinity);
      check(fc.tuple(weighed, illegal, fc.nat(), poolOptions), ([groups, weight, at, options]) => {
        const { values, offsets, weights } = flat(groups);
        if (weights.length === 0) return;
        weights[at % weights.length] = weight;
        const out = new Float64Array(values.length);
        expect(kernels.centerByWeight(values, weights, offsets, options, out)).toBe(false);
        expect(kernels.scaleByPool(values, weights, offsets, options, out)).toBe(false);
      });
    });

    it('refuses words that are no option, and writes nothing', () => {
      const { values, offsets, weights } = flat([many.slice(0, 3)]);
      const out = Float64Array.of(4, 5, 6);
      const options = {
        baseline: 'group',
        singleton: 'raw',
        mean: 'keep',
        nonPositive: 'divide',
        epsilonPlace: 'floor',
        ddof: 0,
        epsilon: 0,
        countEpsilon: 0,
      } as const;
      const calls: Readonly<Record<string, (options: never) => void>> = {
        baseline: (wrong) => kernels.scaleByPool(values, null, offsets, wrong, out),
        mean: (wrong) => kernels.scaleByPool(values, weights, offsets, wrong, out),
        epsilonPlace: (wrong) => kernels.scaleByPool(values, weights, offsets, wrong, out),
        nonPositive: (wrong) => kernels.compareWithMean(values, offsets, wrong, out),
        singleton: (wrong) => kernels.centerByWeight(values, weights, offsets, wrong, out),
      };
      for (const [option, call] of Object.entries(calls))
        expect(() => call({ ...options, [option]: 'groups' } as never)).toThrow(
          new RegExp(`^${option} must be one of .*, got "groups"$`),
        );
      expect([...out]).toEqual([4, 5, 6]);
    });
  },
);
