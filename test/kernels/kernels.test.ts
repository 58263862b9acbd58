import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import type { Kernels, StandardizeOptions } from '../../ts/kernels/kernels.ts';
import { groupsOf, mixed, SEED, wild } from '../support/arbitrary-rewards.ts';
import { expectSame } from '../support/expect-same.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import {
  slowCenter,
  slowLeaveOneOut,
  slowSegmentSummaries,
  slowStandardize,
  slowSummarize,
} from '../support/slow-kernels.ts';

const singletons = ['raw', 'zero', 'member'] as const;
const scopes = ['group', 'pool'] as const;

const standardizations: StandardizeOptions[] = [];
for (const baseline of ['group', 'pool', 'none'] as const)
  for (const scale of scopes)
    for (const scaleOf of ['values', 'residuals'] as const)
      for (const ddof of [0, 1])
        for (const epsilonPlace of ['outside', 'inside'] as const)
          for (const singleton of singletons)
            for (const epsilon of [1e-6, 0])
              standardizations.push({
                baseline,
                scale,
                scaleOf,
                ddof,
                epsilon,
                epsilonPlace,
                singleton,
              });

/** Every call that writes into `out`, with every combination of its options, and what it must give. */
interface Written {
  readonly title: string;
  readonly call: (
    kernels: Kernels,
    ...to: [values: Float64Array, offsets: Uint32Array, out: Float64Array]
  ) => void;
  readonly slow: (groups: readonly number[][]) => number[][];
}
const written: readonly Written[] = [
  ...scopes.flatMap((baseline) =>
    singletons.map((singleton) => {
      const options = { baseline, singleton };
      return {
        title: `center ${baseline} ${singleton}`,
        call: (kernels, values, offsets, out) => kernels.center(values, offsets, options, out),
        slow: (groups) => slowCenter(groups, options),
      } satisfies Written;
    }),
  ),
  ...singletons.map((singleton) => {
    const options = { singleton };
    return {
      title: `leaveOneOut ${singleton}`,
      call: (kernels, values, offsets, out) => kernels.leaveOneOut(values, offsets, options, out),
      slow: (groups) => slowLeaveOneOut(groups, options),
    } satisfies Written;
  }),
  ...standardizations.map((options) => ({
    title: `standardize ${Object.values(options).join(' ')}`,
    call: (
      kernels: Kernels,
      ...[values, offsets, out]: [Float64Array, Uint32Array, Float64Array]
    ) => kernels.standardize(values, offsets, options, out),
    slow: (groups: readonly number[][]) => slowStandardize(groups, options),
  })),
];

/** Groups that have met every rule at least once, before any are drawn at random. */
const examples: readonly (readonly number[][])[] = [
  [],
  [[]],
  [[0.7]],
  [[-0]],
  [[Number.NaN], [1, 0]],
  [[Infinity], [1, 2]],
  [[5, 5, 5], [], [1], [0, 1]],
  [[1e308, 1e308], [-1e308]],
  [
    [5e-324, -5e-324],
    [-0, 0, -0],
  ],
  [Array.from({ length: 300 }, (_, i) => i / 7)],
];

/** Calls in a buffer that has guards about `out`, so that a write beyond it shows. */
function run(kernels: Kernels, { call }: Written, rewards: GroupedRewards): Float64Array {
  const { length } = rewards.values;
  const guarded = new Float64Array(length + 2).fill(0.125);
  const out = guarded.subarray(1, length + 1);
  const values = rewards.values.slice();
  const offsets = rewards.offsets.slice();
  call(kernels, values, offsets, out);
  expectSame(values, rewards.values, () => 'values were written');
  expectSame(offsets, rewards.offsets, () => 'offsets were written');
  expectSame([guarded[0] ?? 0, guarded.at(-1) ?? 0], [0.125, 0.125], () => 'guards were written');
  return out;
}

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  '%s kernels',
  (_, kernels) => {
    describe('give what the contract says, to the bit, and write nothing but out:', () => {
      it.each(written.map((one) => [one.title, one] as const))('%s', (_title, one) => {
        const holds = (groups: readonly number[][]): void => {
          const rewards = GroupedRewards.from(groups);
          const expected = one.slow(groups).flat();
          const about = (): string => JSON.stringify(groups);
          expectSame(run(kernels, one, rewards), expected, about);
          const inPlace = rewards.values.slice();
          one.call(kernels, inPlace, rewards.offsets, inPlace);
          expectSame(inPlace, expected, () => `in place: ${about()}`);
        };
        examples.forEach(holds);
        const drawn = fc.oneof(groupsOf(mixed), groupsOf(wild));
        fc.assert(fc.property(drawn, holds), { seed: SEED, numRuns: 15 });
      });
    });

    it('summarize: with every ddof and threshold', () => {
      const holds = (xs: readonly number[], ddof: number, threshold: number): void => {
        const values = Float64Array.from(xs);
        const before = values.slice();
        const summary = kernels.summarize(values, { ddof, threshold });
        const expected = slowSummarize(xs, { ddof, threshold });
        expect(Object.keys(summary)).toEqual(Object.keys(expected));
        expectSame(Object.values(summary), Object.values(expected), () => JSON.stringify(xs));
        expectSame(values, before);
      };
      for (const groups of examples) holds(groups.flat(), 0, 1e-8);
      const drawn = fc.oneof(groupsOf(mixed), groupsOf(wild)).map((groups) => groups.flat());
      const threshold = fc.constantFrom(0, 1e-8, 0.5, 5e-324, Infinity, Number.NaN, -1);
      fc.assert(fc.property(drawn, fc.constantFrom(0, 1), threshold, holds), {
        seed: SEED,
        numRuns: 300,
      });
    });

    it('summarize: without options counts nothing as small', () => {
      const { std, countBelow } = kernels.summarize(Float64Array.of(1, 0, 0, 0));
      expect({ std, countBelow }).toEqual({ std: Math.sqrt(0.1875), countBelow: 0 });
    });

    it('segmentSummaries: with every ddof', () => {
      const holds = (groups: readonly number[][], ddof: 0 | 1): void => {
        const { values, offsets } = GroupedRewards.from(groups);
        const before = values.slice();
        const summaries = kernels.segmentSummaries(values, offsets, { ddof });
        const expected = slowSegmentSummaries(groups, ddof);
        for (const key of ['mean', 'std', 'min', 'max'] as const) {
          expect(summaries[key]).toBeInstanceOf(Float64Array);
          expectSame(summaries[key], expected[key], () => `${key} ${JSON.stringify(groups)}`);
        }
        expectSame(values, before);
      };
      for (const groups of examples) holds(groups, 0);
      fc.assert(
        fc.property(
          fc.oneof(groupsOf(mixed), groupsOf(wild)),
          fc.constantFrom(0 as const, 1 as const),
          holds,
        ),
        { seed: SEED, numRuns: 300 },
      );
    });

    it('keep what they gave: results are not views of memory that the next call uses', () => {
      const [values, offsets] = [Float64Array.of(1, 0, 5), Uint32Array.of(0, 2, 3)];
      const first = kernels.segmentSummaries(values, offsets);
      const out = new Float64Array(3);
      kernels.center(values, offsets, { baseline: 'group', singleton: 'zero' }, out);
      kernels.segmentSummaries(Float64Array.of(9, 9), Uint32Array.of(0, 1, 2));
      kernels.center(out.slice(), offsets, { baseline: 'pool', singleton: 'raw' }, values);
      expect(Array.from(first.mean)).toEqual([0.5, 5]);
      expect(Array.from(out)).toEqual([0.5, -0.5, 0]);
    });

    it.each(['baseline', 'scale', 'scaleOf', 'epsilonPlace', 'singleton'] as const)(
      'refuse a word that is no %s, and write nothing',
      (option) => {
        const options = { ...standardizations[0], [option]: 'groups' } as StandardizeOptions;
        const { values, offsets } = GroupedRewards.from([[1, 0], [7]]);
        const out = Float64Array.of(4, 5, 6);
        const refusal = new RegExp(`^${option} must be one of .*, got "groups"$`);
        expect(() => kernels.standardize(values, offsets, options, out)).toThrow(refusal);
        if (option === 'baseline' || option === 'singleton')
          expect(() => kernels.center(values, offsets, options as never, out)).toThrow(refusal);
        if (option === 'singleton')
          expect(() => kernels.leaveOneOut(values, offsets, options, out)).toThrow(refusal);
        expect([...out]).toEqual([4, 5, 6]);
      },
    );
  },
);
