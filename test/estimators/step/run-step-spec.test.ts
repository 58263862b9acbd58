import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runStepSpec } from '../../../ts/estimators/step/run-step-spec.ts';
import type { StepRows } from '../../../ts/estimators/step/step-rows.ts';
import type { StepSpec } from '../../../ts/estimators/step/step-spec.ts';

const spec: StepSpec = {
  level: 'step',
  state: {
    weight: 1,
    spec: {
      baseline: { kind: 'mean', scope: 'group' },
      scale: { kind: 'none' },
      singleton: 'zero',
    },
    same: 'equal',
    history: 0,
  },
};

const withState = (change: Partial<StepSpec['state']>): StepSpec => ({
  ...spec,
  state: { ...spec.state, ...change },
});

const rows: StepRows = {
  groups: ['g', 'g', 'g', 'g', 'g', 'h'],
  trajectories: ['a', 'a', 'b', 'b', 'c', 'a'],
  states: ['door', 'hall', 'door', 'hall', 'hall', 'door'],
  returns: [1, 4, 0, 2, 0, 9],
};

test('a step is held against those of its group in the same state', () => {
  expect([...runStepSpec(spec, rows)]).toEqual([0.5, 2, -0.5, 0, -2, 0]);
  expect([...runStepSpec(withState({ weight: 2 }), rows)]).toEqual([1, 4, -1, 0, -4, 0]);
});

test('with history, also against those that came the same way, which counts twice', () => {
  // Behind the door, the halls of a and b got 1 and -1 among each other; the hall of c stands at the start.
  expect([...runStepSpec(withState({ history: 1 }), rows)]).toEqual([
    0.5,
    (1 * 2 + 2 * 1) / 3,
    -0.5,
    -1,
    -2,
    0,
  ]);
});

test('what the trajectory got is added to each of its steps', () => {
  const both = { ...spec, trajectory: { ...spec.state.spec, rows: { speaks: 'first' } } } as const;
  const outcomes = [1, 1, 0, 0, 0.5, 3];
  // Three trajectories of 1, 0 and 0.5 in one group; the other one is alone.
  expect([...runStepSpec(both, { ...rows, outcomes })]).toEqual([1, 2.5, -1, -0.5, -2, 0]);
});

test('post steps act on the sums', () => {
  const clipped = { ...spec, post: [{ kind: 'clip', low: -1, high: 0.25 }] } as const;
  expect([...runStepSpec(clipped, rows)]).toEqual([0.25, 0.25, -0.5, 0, -1, 0]);
});

test('history beyond the longest trajectory changes nothing', () => {
  const long = runStepSpec(withState({ history: 9 }), rows);
  expect([...long]).toEqual([...runStepSpec(withState({ history: 1 }), rows)]);
});

test('trajectories in another order give the same', () => {
  const step = fc.record({
    trajectory: fc.nat(3),
    state: fc.constantFrom('s', 't', 'u'),
    earned: fc.integer({ min: -8, max: 8 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), fc.nat(2), (steps, history) => {
      const of = (chosen: typeof steps): Float64Array =>
        runStepSpec(withState({ history }), {
          groups: chosen.map(() => 'g'),
          trajectories: chosen.map(({ trajectory }) => trajectory),
          states: chosen.map(({ state }) => state),
          returns: chosen.map(({ earned }) => earned),
        });
      const plain = of(steps);
      const order = steps.map((_, i) => i);
      order.sort((i, j) => (steps[j]?.trajectory ?? 0) - (steps[i]?.trajectory ?? 0) || i - j);
      const sorted = of(order.map((i) => steps[i] as (typeof steps)[number]));
      order.forEach((i, at) => {
        expect(sorted[at]).toBeCloseTo(plain[i] as number, 12);
      });
    }),
  );
});

test.each([
  [withState({ weight: Number.NaN }), rows, /spec\.state\.weight: must be a finite number/],
  [withState({ history: 0.5 }), rows, /spec\.state\.history: must be a whole number/],
  [spec, { ...rows, returns: [1] }, /returns must be as many as groups \(6\)/],
  [{ ...spec, trajectory: spec.state.spec }, rows, /outcomes must be as many as groups \(6\)/],
])('refuses what does not fit, %#', (given, steps, message) => {
  expect(() => runStepSpec(given, steps)).toThrow(message);
});
