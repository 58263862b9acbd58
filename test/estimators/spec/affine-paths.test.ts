import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdvantageSpec, StdScale } from '../../../ts/estimators/spec/advantage-spec.ts';
import { mayLackStd } from '../../../ts/estimators/spec/groups-without-std.ts';
import { runSpec } from '../../../ts/estimators/spec/run-spec.ts';
import { hasNaN } from '../../../ts/estimators/spec/sample.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { groupsOf, mixed, SEED, wild } from '../../support/arbitrary-rewards.ts';
import { expectSame } from '../../support/expect-same.ts';
import { kernelsTable } from '../../support/kernels-table.ts';

describe('whitening at the end', () => {
  const steps = fc.record({
    kind: fc.constant('whiten' as const),
    recentre: fc.boolean(),
    weighting: fc.constantFrom('trajectory' as const, 'token' as const),
    about: fc.constantFrom('mean' as const, 'zero' as const),
    ddof: fc.constantFrom(0, 1),
    epsilon: fc.constantFrom(0, 1e-6),
    epsilonPlace: fc.constantFrom('outside' as const, 'inside' as const, 'floor' as const),
    countEpsilon: fc.constantFrom(0, 1e-8),
    zeroVariance: fc.constantFrom('divide' as const, 'zero' as const, 'keep-centred' as const),
    tooFew: fc.constantFrom('divide' as const, 'zero' as const),
  });
  const specs: fc.Arbitrary<AdvantageSpec> = fc.record({
    baseline: fc.constantFrom(
      { kind: 'none' as const },
      { kind: 'mean' as const, scope: 'group' as const },
      { kind: 'mean' as const, scope: 'pool' as const },
      { kind: 'leave-one-out' as const },
      { kind: 'length-weighted-mean' as const },
    ),
    scale: fc.constant({ kind: 'none' as const }),
    singleton: fc.constantFrom('raw' as const, 'zero' as const, 'member' as const),
    post: fc.tuple(steps),
  });

  it.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
    'is the same to the last bit in one call of %s and as a step among others',
    (_, kernels) => {
      fc.assert(
        fc.property(groupsOf(mixed), specs, (groups, spec) => {
          const rewards = GroupedRewards.from(groups);
          const lengths = rewards.values.map((_, i) => (i * 7) % 5);
          const made = runSpec(spec, rewards, kernels, { lengths }).values;
          const post = [...(spec.post ?? []), { kind: 'multiply', by: 1 } as const];
          const inSteps = runSpec({ ...spec, post }, rewards, kernels, { lengths }).values;
          expectSame(made, inSteps, () => JSON.stringify({ spec, groups }));
        }),
        { seed: SEED, numRuns: 500 },
      );
    },
  );
});

describe('hasNaN', () => {
  it('looks past infinities and sums that overflow', () => {
    for (const [values, expected] of [
      [[], false],
      [[Infinity, -Infinity, 1, 2, 3], false],
      [[1e308, 1, 1, 1, 1e308], false],
      [[1, 2, 3, 4, Number.NaN], true],
      [[Infinity, 2, Number.NaN, 4, 5, 6], true],
    ] as const)
      expect(hasNaN(Float64Array.from(values))).toBe(expected);
  });

  it('finds what Array.includes finds', () => {
    fc.assert(
      fc.property(fc.array(wild), (values) => {
        expect(hasNaN(Float64Array.from(values))).toBe(values.includes(Number.NaN));
      }),
      { seed: SEED },
    );
  });
});

describe('mayLackStd', () => {
  const scale: StdScale = {
    kind: 'std',
    scope: 'group',
    of: 'values',
    ddof: 1,
    epsilon: 0,
    epsilonPlace: 'outside',
  };

  it('is true where a group larger than a lone member can be too small, or its members equal', () => {
    expect(mayLackStd(scale, 'member')).toBe(false);
    expect(mayLackStd({ ...scale, tooFew: 'zero' }, 'zero')).toBe(false);
    expect(mayLackStd({ ...scale, tooFew: 'zero' }, 'member')).toBe(true);
    expect(mayLackStd({ ...scale, tooFew: 'zero', ddof: 0 }, 'member')).toBe(false);
    expect(mayLackStd({ ...scale, tooFew: 'zero', ddof: 2 }, 'raw')).toBe(true);
    expect(mayLackStd({ ...scale, zeroVariance: 'zero' }, 'zero')).toBe(true);
  });
});
