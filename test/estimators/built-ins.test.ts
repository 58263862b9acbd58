import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EstimatorOptions } from '../../ts/estimators/adv-estimator.ts';
import { builtInEstimators } from '../../ts/estimators/built-ins.ts';
import type { AdvantageSpec } from '../../ts/estimators/spec/advantage-spec.ts';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import { groupsOf, mixed, ordinary, SEED, shuffled, wild } from '../support/arbitrary-rewards.ts';
import { expectClose, expectSame } from '../support/expect-same.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import { slowEstimators, slowStd } from '../support/slow-oracle.ts';

type Groups = readonly (readonly number[])[];

const names = Object.keys(slowEstimators);
const groupScoped = names.filter((name) => {
  const { baseline, scale } = specOf(name);
  return ![baseline, scale].some((part) => 'scope' in part && part.scope === 'pool');
});
const unscaled = names.filter((name) => specOf(name).scale.kind === 'none');
/** By the std of a group, without a rule of its own for groups of one. */
const dividesLone = names.filter((name) => {
  const { scale, singleton } = specOf(name);
  return scale.kind === 'std' && scale.scope === 'group' && singleton === 'raw';
});

function specOf(name: string): AdvantageSpec {
  const estimator = builtInEstimators[name];
  if (!estimator) throw new Error(`no estimator ${name}`);
  return estimator.spec();
}

function estimate(
  name: string,
  groups: Groups,
  options: EstimatorOptions & { readonly kernels: Kernels },
): number[][] {
  const estimator = builtInEstimators[name];
  if (!estimator) throw new Error(`no estimator ${name}`);
  return estimator(groups, options).advantages.toArrays();
}

/**
 * How far rounding may carry an advantage: that of a mean, which is of the magnitudes added, over the std that divides.
 *
 * @param scope - the rewards that the mean and the std are taken of
 */
function rounding(name: string, scope: readonly number[], shiftedBy = 0): number {
  const largest = Math.max(0, ...scope.map(Math.abs)) + Math.abs(shiftedBy);
  const divisor = unscaled.includes(name) ? 1 : slowStd(scope) + 1e-6;
  return (1e-14 * largest) / divisor;
}

const orders = fc.array(fc.nat(1000), { minLength: 64, maxLength: 64 });

it('begin with rLLM’s five, in its order', () => {
  const ofRllm = ['grpo', 'reinforce', 'reinforce_plus_plus_baseline', 'prpo', 'rloo'];
  expect(Object.keys(builtInEstimators).slice(0, 5)).toEqual(ofRllm);
});

it('have each a slow form, against which it is held', () => {
  expect(names.toSorted()).toEqual(Object.keys(builtInEstimators).toSorted());
});

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  'with %s kernels',
  (_, kernels) => {
    describe.each(names)('%s', (name) => {
      const slow = slowEstimators[name];
      if (!slow) throw new Error(`no slow ${name}`);

      it('gives the bits of the slow oracle, whatever the rewards and the options', () => {
        const options = fc.record(
          { normAdvByStdInGrpo: fc.boolean(), epsilon: fc.constantFrom(1e-6, 0, 1e-8, 1) },
          { requiredKeys: [] },
        );
        fc.assert(
          fc.property(fc.oneof(groupsOf(mixed), groupsOf(wild)), options, (groups, options) => {
            const rewards = GroupedRewards.from(groups);
            const before = rewards.values.slice();
            const { advantages, returns } =
              builtInEstimators[name]?.(rewards, { ...options, kernels }) ?? {};
            expectSame(advantages?.values ?? [], slow(groups, options).flat(), () =>
              JSON.stringify({ groups, options }),
            );
            expect(advantages?.offsets).toBe(rewards.offsets);
            expect(returns).toBe(advantages);
            expectSame(rewards.values, before);
          }),
          { seed: SEED, numRuns: 200 },
        );
      });

      it('takes no groups, and empty ones', () => {
        expect(estimate(name, [], { kernels })).toEqual([]);
        expect(estimate(name, [[], []], { kernels })).toEqual([[], []]);
        expect(estimate(name, [[], [1, 0], []], { kernels })[1]).toEqual(
          estimate(name, [[1, 0]], { kernels })[0],
        );
      });

      it('does not care in which order the groups come', () => {
        fc.assert(
          fc.property(groupsOf(ordinary), orders, (groups, order) => {
            const expected = shuffled(estimate(name, groups, { kernels }), order);
            const actual = estimate(name, shuffled(groups, order), { kernels });
            if (groupScoped.includes(name)) expectSame(actual.flat(), expected.flat());
            else expectClose(actual.flat(), expected.flat(), 1e-12, rounding(name, groups.flat()));
          }),
          { seed: SEED },
        );
      });

      it('does not care in which order the trajectories of a group come', () => {
        fc.assert(
          fc.property(groupsOf(ordinary), orders, (groups, order) => {
            const expected = estimate(name, groups, { kernels });
            const actual = estimate(
              name,
              groups.map((group) => shuffled(group, order)),
              { kernels },
            );
            groups.forEach((group, g) => {
              const slack = rounding(name, groupScoped.includes(name) ? group : groups.flat());
              expectClose(actual[g] ?? [], shuffled(expected[g] ?? [], order), 1e-12, slack);
            });
          }),
          { seed: SEED },
        );
      });

      it('turns about when all rewards do', () => {
        fc.assert(
          fc.property(groupsOf(mixed), (groups) => {
            const expected = estimate(name, groups, { kernels }).flat();
            const turned = groups.map((group) => group.map((reward) => -reward));
            // x − x is +0 either way: the sign of a zero does not turn.
            expectSame(
              estimate(name, turned, { kernels })
                .flat()
                .map((a) => 0 - a),
              expected.map((a) => a + 0),
            );
          }),
          { seed: SEED },
        );
      });

      it('scales with the rewards, or not at all once a std divides', () => {
        const factor = fc.constantFrom(2, 0.5, 1024, 2 ** -20);
        fc.assert(
          fc.property(groupsOf(ordinary), factor, (groups, factor) => {
            const big = groups.map((group) => group.map((reward) => factor * reward));
            // A factor that is a power of two changes no rounding; without epsilon nothing remembers the scale.
            const compare = (normAdvByStdInGrpo: boolean, by: number): void => {
              const options = { kernels, normAdvByStdInGrpo, epsilon: 0 };
              const lone = (a: number, g: number): number =>
                normAdvByStdInGrpo && groups[g]?.length === 1 && dividesLone.includes(name)
                  ? a * factor
                  : a * by;
              expectSame(
                estimate(name, big, options).flat(),
                estimate(name, groups, options).flatMap((group, g) => group.map((a) => lone(a, g))),
              );
            };
            compare(true, unscaled.includes(name) ? factor : 1);
            if (name === 'grpo') compare(false, factor);
          }),
          { seed: SEED },
        );
      });
    });

    it.each(['grpo', 'rloo', 'prpo', 'reinforce_plus_plus_baseline'])(
      '%s does not change when all rewards of groups of two and more are shifted',
      (name) => {
        const group = fc.array(ordinary, { minLength: 2, maxLength: 20 });
        fc.assert(
          fc.property(fc.array(group, { maxLength: 6 }), fc.integer(), (groups, n) => {
            const by = n % 64;
            const shift = groups.map((rewards) => rewards.map((reward) => reward + by));
            const [actual, expected] = [shift, groups].map((rewards) =>
              estimate(name, rewards, { kernels }),
            ) as [number[][], number[][]];
            // rf++-baseline divides by the std of what its groups' means leave.
            const residuals =
              slowEstimators.grpo?.(groups, { normAdvByStdInGrpo: false }).flat() ?? [];
            groups.forEach((group, g) => {
              const scopes: Record<string, readonly number[]> = {
                grpo: group,
                prpo: groups.flat(),
                reinforce_plus_plus_baseline: residuals,
              };
              const slack = rounding(name, scopes[name] ?? group, 100 + Math.abs(by));
              expectClose(actual[g] ?? [], expected[g] ?? [], 1e-12, slack);
            });
          }),
          { seed: SEED },
        );
      },
    );

    it.each(groupScoped)('%s looks at one group at a time', (name) => {
      fc.assert(
        fc.property(groupsOf(wild), (groups) => {
          expectSame(
            estimate(name, groups, { kernels }).flat(),
            groups.flatMap((group) => estimate(name, [group], { kernels }).flat()),
          );
        }),
        { seed: SEED },
      );
    });

    it('grpo without the std is what rloo gives, times (n − 1) / n', () => {
      expect(
        estimate('grpo', [[1, 0, 0, 0]], { kernels, normAdvByStdInGrpo: false })[0]?.map(
          (a) => (a * 4) / 3,
        ),
      ).toEqual(estimate('rloo', [[1, 0, 0, 0]], { kernels })[0]);
    });

    it('prpo and rf++-baseline agree where all groups have the same mean', () => {
      const groups = [
        [1, 0],
        [0, 1, 0.5],
      ];
      expect(estimate('prpo', groups, { kernels })).toEqual(
        estimate('reinforce_plus_plus_baseline', groups, { kernels }),
      );
    });
  },
);
