import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  MaskedTokens,
  OptimalTokenBaselineOptions,
  WhitenOptions,
} from '../../ts/kernels/token-kernels.ts';
import { mixed, SEED } from '../support/arbitrary-rewards.ts';
import { expectSame } from '../support/expect-same.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import {
  type SlowToken,
  slowBaseline,
  slowGae,
  slowReturns,
  slowWhiten,
} from '../support/slow-token-kernels.ts';

const token: fc.Arbitrary<SlowToken> = fc.record({
  first: mixed,
  second: mixed,
  trained: fc.oneof({ arbitrary: fc.constant(true), weight: 2 }, fc.boolean()),
});
const rows = fc.array(fc.array(token, { maxLength: 12 }), { maxLength: 6 });
const unit = fc.constantFrom(0, 0.5, 0.9, 1);
const masked = fc.constantFrom<MaskedTokens[]>('carry', 'walk', 'zero', 'reset', 'cut');

/** Rows as kernels take them; without a mask where all tokens are trained. */
function flat(rows: readonly (readonly SlowToken[])[]) {
  const tokens = rows.flat();
  const offsets = [0];
  for (const row of rows) offsets.push((offsets.at(-1) as number) + row.length);
  return {
    first: Float64Array.from(tokens, ({ first }) => first),
    second: Float64Array.from(tokens, ({ second }) => second),
    mask: tokens.every(({ trained }) => trained)
      ? null
      : Uint8Array.from(tokens, ({ trained }) => Number(trained)),
    offsets: Uint32Array.from(offsets),
  };
}

const check = <T>(arbitrary: fc.Arbitrary<T>, test: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, test), { seed: SEED, numRuns: 300 });

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  '%s',
  (_, kernels) => {
    it('discounts as the definition says', () => {
      const options = fc.record({ gamma: unit, masked, zeroUntrained: fc.boolean() });
      check(fc.tuple(rows, options), ([rows, options]) => {
        const { first, mask, offsets } = flat(rows);
        const out = new Float64Array(first.length).fill(Number.NaN);
        kernels.discountedReturns({ rewards: first, mask, offsets }, options, out);
        expectSame(
          out,
          rows.flatMap((row) => slowReturns(row, options)),
          () => 'returns',
        );
      });
    });

    it('estimates advantages as the definition says', () => {
      const options = fc.record({ gamma: unit, lambda: unit, masked, zeroUntrained: fc.boolean() });
      check(
        fc.tuple(rows, options, fc.array(mixed, { minLength: 6 })),
        ([rows, options, behind]) => {
          const { first, second, mask, offsets } = flat(rows);
          const bootstrap = Float64Array.from(rows, (_, row) => behind[row] as number);
          const out = {
            advantages: new Float64Array(first.length),
            returns: new Float64Array(first.length),
          };
          const tokens = { rewards: first, values: second, bootstrap, mask, offsets };
          kernels.generalizedAdvantages(tokens, options, out);
          const slow = rows.map((row, r) => slowGae(row, bootstrap[r] as number, options));
          expectSame(
            out.advantages,
            slow.flatMap(({ advantages }) => advantages),
            () => 'advantages',
          );
          expectSame(
            out.returns,
            slow.flatMap(({ returns }) => returns),
            () => 'returns',
          );
        },
      );
    });

    it('takes γ and λ of each row', () => {
      const tokens = {
        rewards: Float64Array.of(0, 1, 0, 1),
        values: Float64Array.of(0, 0, 0, 0),
        bootstrap: null,
        mask: null,
        offsets: Uint32Array.of(0, 2, 4),
      };
      const gamma = Float64Array.of(0.5, 1);
      const out = { advantages: new Float64Array(4), returns: new Float64Array(4) };
      kernels.generalizedAdvantages(
        tokens,
        { gamma, lambda: Float64Array.of(1, 0.25), masked: 'carry' },
        out,
      );
      expect([...out.advantages]).toEqual([0.5, 1, 0.25, 1]);
      kernels.discountedReturns(tokens, { gamma, masked: 'carry' }, out.returns);
      expect([...out.returns]).toEqual([0.5, 1, 1, 1]);
    });

    it('whitens as the definition says', () => {
      const options: fc.Arbitrary<WhitenOptions> = fc.record({
        mean: fc.constantFrom('subtract', 'keep', 'restore'),
        divide: fc.boolean(),
        ddof: fc.constantFrom(0, 1),
        epsilon: fc.constantFrom(0, 1e-8, 0.5),
        epsilonPlace: fc.constantFrom('outside', 'inside', 'floor'),
        countEpsilon: fc.constantFrom(0, 1e-8),
      });
      const long = fc.array(fc.array(token, { maxLength: 150 }), { maxLength: 3 });
      check(fc.tuple(fc.oneof(rows, long), options), ([segments, options]) => {
        const { first, mask, offsets } = flat(segments);
        const out = new Float64Array(first.length).fill(Number.NaN);
        kernels.whitenTokens({ values: first, mask, offsets }, options, out);
        expectSame(
          out,
          segments.flatMap((segment) => slowWhiten(segment, options)),
          () => 'whitened',
        );
      });
    });

    it('finds optimal baselines as the definition says', () => {
      const options: fc.Arbitrary<OptimalTokenBaselineOptions> = fc.record({
        epsilon: fc.constantFrom(0, 1e-8),
        zeroTail: fc.boolean(),
        align: fc.constantFrom('position', 'trained-token'),
      });
      check(fc.tuple(rows, options), ([rows, options]) => {
        const { first, second, mask, offsets } = flat(rows);
        const isLate = rows.map((_, row) => row % 3 === 1);
        const all = rows.map((_, row) => row);
        const groups = [all.filter((row) => !isLate[row]), all.filter((row) => isLate[row])];
        const out = {
          advantages: new Float64Array(first.length),
          returns: new Float64Array(first.length),
        };
        kernels.optimalTokenBaseline(
          {
            rewards: first,
            weights: second,
            mask,
            offsets,
            members: Uint32Array.from(groups.flat()),
            groups: Uint32Array.of(0, groups[0]?.length ?? 0, rows.length),
          },
          options,
          out,
        );
        const slow = groups.map((group) =>
          slowBaseline(
            group.map((row) => rows[row] ?? []),
            options,
          ),
        );
        for (const what of ['advantages', 'returns'] as const) {
          const expected: number[][] = [];
          groups.forEach((group, g) => {
            group.forEach((row, i) => {
              expected[row] = slow[g]?.[what][i] ?? [];
            });
          });
          expectSame(out[what], expected.flat(), () => what);
        }
      });
    });

    it('refuses words that are no options', () => {
      const tokens = { rewards: new Float64Array(1), mask: null, offsets: Uint32Array.of(0, 1) };
      const options = { gamma: 1, masked: 'skip' as 'carry' };
      expect(() => kernels.discountedReturns(tokens, options, new Float64Array(1))).toThrow(
        'masked must be one of carry, walk, zero, reset, cut, got "skip"',
      );
    });
  },
);
