import { expect, test } from 'vitest';
import {
  type GigpoSteps,
  gigpo,
  presetSpec,
  runStepSpec,
  type StepSpec,
  stepReturns,
} from '../../../ts/index.ts';

const steps: GigpoSteps = {
  groups: ['g', 'g', 'g', 'g', 'h'],
  trajectories: [0, 1, 0, 1, 0],
  states: ['door', 'door', 'hall', 'hall', 'door'],
  rewards: [0, 0, 1, 0.25, 3],
};

test('adds what trajectories and what steps did better', () => {
  // Outcomes 1, 0.25 and 3 alone; returns 0.5, 0.125, 1, 0.25.
  const [whole, door, hall] = [0.375, 0.1875, 0.375];
  expect([...gigpo(steps, { gamma: 0.5 })]).toEqual([
    whole + door,
    -whole - door,
    whole + hall,
    -whole - hall,
    3,
  ]);
  expect([...gigpo(steps, { gamma: 0.5, weight: 0 })]).toEqual([whole, -whole, whole, -whole, 3]);
});

test.each([
  [false, 'drmas/gigpo'],
  [true, 'drmas/gigpo:mode=mean_std_norm'],
])('is the preset (normalizeByStd: %s)', (normalizeByStd, name) => {
  const spec = presetSpec(name) as StepSpec;
  const outcomes = [1, 0.25, 1, 0.25, 3];
  const trajectories = ['a', 'b', 'a', 'b', 'c'];
  const returns = stepReturns(steps.rewards, trajectories, spec.gamma ?? 1);
  const expected = runStepSpec(spec, { ...steps, trajectories, returns, outcomes });
  expect(gigpo(steps, { normalizeByStd })).toEqual(expected);
});

test('takes outcomes that are not the sums', () => {
  const outcomes = [0, 2, 0, 2, 0];
  expect([...gigpo({ ...steps, outcomes }, { weight: 0 })]).toEqual([-1, 1, -1, 1, 0]);
});

test('refuses other lengths and options', () => {
  expect(() => gigpo({ ...steps, states: ['door'] })).toThrow(
    'states must be as many as groups (5)',
  );
  expect(() => gigpo(steps, { gama: 1 } as never)).toThrow('did you mean gamma?');
  expect(() => gigpo(steps, { normalizeByStd: 1 } as never)).toThrow(
    'normalizeByStd must be a boolean',
  );
});
