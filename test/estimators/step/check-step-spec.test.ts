import { expect, test } from 'vitest';
import { ConfigError } from '../../../ts/errors/config-error.ts';
import { checkStepSpec } from '../../../ts/estimators/step/check-step-spec.ts';
import { describeStepSpec } from '../../../ts/estimators/step/describe-step-spec.ts';
import type { StepSpec } from '../../../ts/estimators/step/step-spec.ts';

const centred = {
  baseline: { kind: 'mean', scope: 'group' },
  scale: { kind: 'none' },
  singleton: 'zero',
} as const;

const spec: StepSpec = {
  level: 'step',
  trajectory: centred,
  state: { weight: 1, spec: centred, same: { similarity: 0.9 }, history: 2 },
};

function pathsOf(given: unknown): string[] {
  try {
    checkStepSpec(given as StepSpec);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ path }) => path);
    throw error;
  }
  return [];
}

test('a spec that is right has no problems', () => {
  expect(pathsOf(spec)).toEqual([]);
});

test('all problems are told with their paths', () => {
  const wrong = { ...centred, singleton: 'none' };
  expect(
    pathsOf({
      level: 'steps',
      gamma: 2,
      trajectory: wrong,
      state: { weight: Number.NaN, spec: wrong, same: { similarity: 1 }, history: -1 },
      post: [{ kind: 'clip', low: 1, high: 'wide' }],
    }),
  ).toEqual([
    'spec.level',
    'spec.gamma',
    'spec.trajectory.singleton',
    'spec.state.weight',
    'spec.state.same',
    'spec.state.history',
    'spec.state.spec.singleton',
    'spec.post[0].high',
  ]);
  expect(pathsOf(null)).toEqual(['spec.level', 'spec.state']);
});

test('a spec is told in a line', () => {
  expect(describeStepSpec(spec)).toBe(
    '[r − mean(group)] of trajectories + [r − mean(group)] of steps in states alike to 0.9, and of those that share 1 … 2 states before it',
  );
});
