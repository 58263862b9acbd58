import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSpec } from '../../../ts/estimators/spec/run-spec.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import type { EpsilonPlace } from '../../../ts/kernels/kernels.ts';
import type { Scope, SingletonRule } from '../../../ts/kernels/scope.ts';
import { groupsOf, mixed, SEED } from '../../support/arbitrary-rewards.ts';
import { expectSame } from '../../support/expect-same.ts';
import { kernelsTable } from '../../support/kernels-table.ts';
import { slowCenter, slowLeaveOneOut, slowStandardize } from '../../support/slow-kernels.ts';

/** The specs that are one kernel call. */
interface PlainSpec {
  readonly baseline:
    | { readonly kind: 'none' | 'leave-one-out' }
    | { readonly kind: 'mean'; readonly scope: Scope };
  readonly scale: { readonly kind: 'none' } | PlainStd;
  readonly singleton: SingletonRule;
}

interface PlainStd {
  readonly kind: 'std';
  readonly scope: Scope;
  readonly of: 'values' | 'residuals';
  readonly ddof: number;
  readonly epsilon: number;
  readonly epsilonPlace: EpsilonPlace;
}

const baselines: PlainSpec['baseline'][] = [
  { kind: 'none' },
  { kind: 'mean', scope: 'group' },
  { kind: 'mean', scope: 'pool' },
];
const scales: PlainSpec['scale'][] = [{ kind: 'none' }];
for (const scope of ['group', 'pool'] as const)
  for (const of of ['values', 'residuals'] as const)
    for (const ddof of [0, 1])
      for (const epsilonPlace of ['outside', 'inside'] as const)
        scales.push({ kind: 'std', scope, of, ddof, epsilon: 1e-6, epsilonPlace });
const specs: PlainSpec[] = (['raw', 'zero', 'member'] as const).flatMap((singleton) => [
  ...baselines.flatMap((baseline) => scales.map((scale) => ({ baseline, scale, singleton }))),
  { baseline: { kind: 'leave-one-out' }, scale: { kind: 'none' }, singleton },
]);

function slow(groups: readonly number[][], { baseline, scale, singleton }: PlainSpec): number[][] {
  if (baseline.kind === 'leave-one-out') return slowLeaveOneOut(groups, { singleton });
  const scope = baseline.kind === 'mean' ? baseline.scope : 'none';
  if (scale.kind === 'std')
    return slowStandardize(groups, {
      ...scale,
      baseline: scope,
      scale: scale.scope,
      scaleOf: scale.of,
      singleton,
    });
  return scope === 'none' ? [...groups] : slowCenter(groups, { baseline: scope, singleton });
}

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  'with %s kernels',
  (_, kernels) => {
    it(`every one of ${specs.length} specs is what its words say`, () => {
      fc.assert(
        fc.property(groupsOf(mixed), (groups) => {
          const rewards = GroupedRewards.from(groups);
          for (const spec of specs)
            expectSame(
              runSpec(spec, rewards, kernels).values,
              slow(groups, spec).flat(),
              () => `${JSON.stringify(spec)} of ${JSON.stringify(groups)}`,
            );
        }),
        { seed: SEED, numRuns: 20 },
      );
    });

    it('returns rewards without baseline and scale as they are', () => {
      const rewards = GroupedRewards.from([[1, 0]]);
      const spec = {
        baseline: { kind: 'none' },
        scale: { kind: 'none' },
        singleton: 'zero',
      } as const;
      expect(runSpec(spec, rewards, kernels)).toBe(rewards);
    });
  },
);
