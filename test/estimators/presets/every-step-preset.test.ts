import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameworkPresets } from '../../../ts/estimators/presets/all.ts';
import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import { checkStepSpec } from '../../../ts/estimators/step/check-step-spec.ts';
import { runStepSpec } from '../../../ts/estimators/step/run-step-spec.ts';
import type { StepSpec } from '../../../ts/estimators/step/step-spec.ts';
import { jsKernels } from '../../../ts/kernels/js/js-kernels.ts';
import { kernelsByName } from '../../../ts/kernels/kernels-by-name.ts';
import { SEED } from '../../support/arbitrary-rewards.ts';

/** Every spec of steps: the presets and their variants. */
const specs = frameworkPresets.flatMap(({ framework, presets }) =>
  Object.entries(presets).flatMap(([name, { spec, variants = {} }]) =>
    [['', spec] as const, ...Object.entries(variants)].flatMap(([variant, of]) =>
      'level' in of && of.level === 'step'
        ? [[`${framework}/${name}${variant === '' ? '' : `:${variant}`}`, of] as const]
        : [],
    ),
  ),
);

/** A trajectory of one of two groups: its outcome and its steps. */
interface Attempt {
  readonly group: number;
  readonly outcome: number;
  readonly steps: readonly { readonly state: string; readonly earned: number }[];
}

// Not round: which of several means is exactly a return would depend on the order of adding up.
const uneven = fc.integer({ min: -400, max: 400 }).map((x) => Math.sin(x) + x / 97);

const attempts: fc.Arbitrary<Attempt[]> = fc
  .array(
    fc.record({
      outcome: uneven,
      steps: fc.array(fc.record({ state: fc.constantFrom('s', 't', 'u'), earned: uneven }), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
    { minLength: 4, maxLength: 8 },
  )
  .map((given) => given.map((attempt, i) => ({ ...attempt, group: i % 2 })));

/** Advantages of the steps of each attempt. */
function run(
  spec: StepSpec,
  given: readonly Attempt[],
  { shift = 0, scale = 1, kernels = jsKernels } = {},
): number[][] {
  const perStep = <T>(of: (attempt: Attempt, t: number, s: number) => T): T[] =>
    given.flatMap((attempt, t) => attempt.steps.map((_, s) => of(attempt, t, s)));
  const advantages = runStepSpec(
    spec,
    {
      groups: perStep(({ group }) => group),
      trajectories: perStep((_, t) => t),
      states: perStep(({ steps }, _, s) => steps[s]?.state ?? ''),
      returns: perStep(({ steps }, _, s) => scale * (steps[s]?.earned ?? 0) + shift),
      outcomes: perStep(({ outcome }) => scale * outcome + shift),
    },
    { kernels },
  );
  let at = 0;
  return given.map(({ steps }) => steps.map(() => advantages[at++] as number));
}

function expectNear(got: readonly number[][], expected: readonly number[][], by = 1): void {
  const flat = expected.flat();
  const most = Math.max(1, ...flat.map((x) => Math.abs(by * x)));
  got.flat().forEach((value, i) => {
    expect(Math.abs(value - by * (flat[i] as number))).toBeLessThanOrEqual(1e-9 * most);
  });
}

const partsOf = ({ trajectory, state }: StepSpec): AdvantageSpec[] =>
  trajectory === undefined ? [state.spec] : [trajectory, state.spec];
const centres = (spec: StepSpec): boolean =>
  partsOf(spec).every(({ baseline }) => baseline.kind === 'mean');
const divides = (spec: StepSpec): boolean =>
  partsOf(spec).some(({ scale }) => scale.kind !== 'none');

const seeded = { seed: SEED, numRuns: 20 } as const;

describe.each(specs)('%s', (_, spec) => {
  it('is a legal spec, written as JSON', () => {
    checkStepSpec(spec);
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
  });

  it('has the same bits with all kernels', () => {
    fc.assert(
      fc.property(attempts, (given) => {
        expect(run(spec, given, { kernels: kernelsByName('wasm-simd') })).toEqual(run(spec, given));
      }),
      seeded,
    );
  });

  it('does not look at the order of trajectories', () => {
    fc.assert(
      fc.property(attempts, (given) => {
        expectNear(run(spec, given.toReversed()).toReversed(), run(spec, given));
      }),
      seeded,
    );
  });

  if (centres(spec))
    it('does not see a shift of all rewards', () => {
      fc.assert(
        fc.property(attempts, (given) => {
          expectNear(run(spec, given, { shift: 3.7 }), run(spec, given));
        }),
        seeded,
      );
    });

  it('follows the scale of rewards where nothing divides, and not where a std does', () => {
    fc.assert(
      fc.property(attempts, (given) => {
        const [plain, scaled] = [run(spec, given), run(spec, given, { scale: 4 })];
        if (!divides(spec)) expectNear(scaled, plain, 4);
        else
          scaled.flat().forEach((value, i) => {
            expect(Math.abs(value - (plain.flat()[i] as number))).toBeLessThan(0.01);
          });
      }),
      seeded,
    );
  });
});

it('there are some', () => {
  expect(specs.map(([name]) => name)).toContain('drmas/gigpo');
});
