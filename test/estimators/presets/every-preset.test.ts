import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UpperhandError } from '../../../ts/errors/upperhand-error.ts';
import { defineEstimator } from '../../../ts/estimators/define-estimator.ts';
import { frameworkPresets } from '../../../ts/estimators/presets/all.ts';
import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import { checkSpec } from '../../../ts/estimators/spec/check-spec.ts';
import { createTrackerState } from '../../../ts/estimators/tracker/tracker-state.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { jsKernels } from '../../../ts/kernels/js/js-kernels.ts';
import type { Kernels } from '../../../ts/kernels/kernels.ts';
import { kernelsByName } from '../../../ts/kernels/kernels-by-name.ts';
import { SEED } from '../../support/arbitrary-rewards.ts';

/** Every spec of trajectories: the presets and their variants. */
const specs = frameworkPresets.flatMap(({ framework, presets }) =>
  Object.entries(presets).flatMap(([name, { spec, variants = {} }]) =>
    [['', spec] as const, ...Object.entries(variants)].flatMap(([variant, of]) =>
      'level' in of
        ? []
        : [[`${framework}/${name}${variant === '' ? '' : `:${variant}`}`, of] as const],
    ),
  ),
);

interface Member {
  readonly reward: number;
  readonly length: number;
}

/** Advantages, group by group; NaN where the spec refuses what it got. */
function run(
  spec: AdvantageSpec,
  groups: readonly (readonly Member[])[],
  kernels: Kernels = jsKernels,
): number[][] {
  const estimator = defineEstimator({ title: 't', source: 's', spec });
  const members = groups.flat();
  const rewards = members.map(({ reward }) => reward);
  const state =
    spec.baseline.kind === 'tracker' ? createTrackerState(spec.baseline.tracker.kind) : undefined;
  const { advantages } = estimator(
    GroupedRewards.from(groups.map((group) => group.map(({ reward }) => reward))),
    {
      kernels,
      lengths: members.map(({ length }) => length),
      baselines: members.map(({ length }) => length / 8),
      kl: members.map(({ length }) => length / 100),
      trajectoryIds: members.map((_, i) => i),
      ...(spec.columns ? { columns: [rewards, members.map(({ length }) => length / 4)] } : {}),
      ...(state ? { state, keys: members.map(({ length }) => String(length)) } : {}),
    },
  );
  return advantages.toArrays();
}

/** Groups of two and more, of rewards that are all different and far enough apart to say which is best. */
const someGroups: fc.Arbitrary<Member[][]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 4, maxLength: 16 })
  .chain((levels) =>
    fc.record({
      levels: fc.constant(levels),
      lengths: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 16, maxLength: 16 }),
      size: fc.integer({ min: 2, max: Math.floor(levels.length / 2) }),
    }),
  )
  .map(({ levels, lengths, size }) => {
    const members = levels.map((level, i) => ({
      reward: level / 100,
      length: lengths[i] as number,
    }));
    return [members.slice(0, size), members.slice(size)];
  });

function expectNear(got: number[][], expected: number[][], tolerance = 1e-12): void {
  expect(got.map((group) => group.length)).toEqual(expected.map((group) => group.length));
  const flat = expected.flat();
  const most = Math.max(1, ...flat.map(Math.abs).filter(Number.isFinite));
  got.flat().forEach((value, i) => {
    const other = flat[i] as number;
    if (Number.isNaN(other)) expect(value).toBeNaN();
    else expect(Math.abs(value - other)).toBeLessThanOrEqual(tolerance * most);
  });
}

const seeded = { seed: SEED, numRuns: 8 } as const;
const isStateful = ({ baseline }: AdvantageSpec): boolean => baseline.kind === 'tracker';

/** Whether its formula says that a constant added to all rewards of groups of two and more changes nothing. */
function shifts({ baseline, scale, credit, columns, reward, post = [] }: AdvantageSpec): boolean {
  if (columns || credit || reward?.length) return false;
  const centres = ['mean', 'leave-one-out', 'length-weighted-mean', 'best-of-rest'].includes(
    baseline.kind,
  );
  const recentred =
    post.some((step) => step.kind === 'whiten' && step.recentre) && scale.kind === 'none';
  const aboutItsMean =
    scale.kind === 'none' ||
    (scale.kind === 'std' && (scale.of === 'residuals' || scale.about !== 'zero'));
  return aboutItsMean && (centres || (baseline.kind === 'none' && recentred));
}

/** Whether twice the rewards are twice the advantages. */
function isLinear({ baseline, scale, columns, reward, post = [] }: AdvantageSpec): boolean {
  if (columns || reward?.length || post.length > 0 || scale.kind !== 'none') return false;
  return ['none', 'mean', 'leave-one-out', 'length-weighted-mean', 'best-of-rest'].includes(
    baseline.kind,
  );
}

describe.each(specs)('%s', (_, spec) => {
  it('is a legal spec, written as JSON', () => {
    checkSpec(spec);
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
  });

  it('has the same bits with all kernels', () => {
    fc.assert(
      fc.property(someGroups, (groups) => {
        expect(run(spec, groups, kernelsByName('wasm-simd'))).toEqual(run(spec, groups));
      }),
      seeded,
    );
  });

  it('does not look at the order of groups, nor at empty ones', () => {
    if (isStateful(spec)) return;
    fc.assert(
      fc.property(someGroups, (groups) => {
        const [first, second] = run(spec, groups) as [number[], number[]];
        const turned = run(spec, [groups[1] as Member[], [], groups[0] as Member[]]);
        expectNear(turned, [second, [], first]);
      }),
      seeded,
    );
  });

  it('does not look at the order of rows', () => {
    if (isStateful(spec)) return;
    fc.assert(
      fc.property(someGroups, (groups) => {
        const reversed = run(
          spec,
          groups.map((group) => group.toReversed()),
        );
        expectNear(
          reversed.map((group) => group.toReversed()),
          run(spec, groups),
        );
      }),
      seeded,
    );
  });

  if (shifts(spec))
    it('does not see what is added to all rewards', () => {
      fc.assert(
        fc.property(someGroups, (groups) => {
          const shifted = groups.map((group) => group.map((m) => ({ ...m, reward: m.reward + 2 })));
          // A count that is off by 1e-8 takes a mean that is off, too.
          expectNear(run(spec, shifted), run(spec, groups), 1e-7);
        }),
        seeded,
      );
    });

  if (isLinear(spec))
    it('is linear', () => {
      fc.assert(
        fc.property(someGroups, (groups) => {
          const doubled = groups.map((group) => group.map((m) => ({ ...m, reward: m.reward * 2 })));
          expectNear(
            run(spec, doubled),
            run(spec, groups).map((group) => group.map((a) => 2 * a)),
          );
        }),
        seeded,
      );
    });

  it(`takes a missing reward by the rule ${spec.missing ?? 'propagate'}`, () => {
    if (isStateful(spec) || spec.columns) return;
    fc.assert(
      fc.property(someGroups, ([group = [], other = []]) => {
        const missing = { reward: Number.NaN, length: 3 };
        const withMissing = [[missing, ...group], other];
        switch (spec.missing) {
          case 'refuse':
            expect(() => run(spec, withMissing)).toThrow(UpperhandError);
            return;
          case 'zero':
            expect(run(spec, withMissing)).toEqual(
              run(spec, [[{ ...missing, reward: 0 }, ...group], other]),
            );
            return;
          case 'exclude': {
            const [first = [], second = []] = run(spec, [group, other]);
            expect(run(spec, withMissing)).toEqual([[0, ...first], second]);
            return;
          }
          default:
            expect(run(spec, withMissing)[0]?.[0]).toBeNaN();
        }
      }),
      seeded,
    );
  });
});
