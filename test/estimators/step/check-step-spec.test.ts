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
    'spec.state.same.similarity',
    'spec.state.history',
    'spec.state.spec.singleton',
    'spec.post[0].high',
  ]);
  expect(pathsOf({})).toEqual(['spec.level', 'spec.state']);
  for (const none of [null, undefined, [], 5]) expect(pathsOf(none)).toEqual(['spec']);
});

test('a field that there is not would be a silent default', () => {
  expect(pathsOf({ ...spec, gama: 0.5 })).toEqual(['spec.gama']);
  expect(pathsOf({ ...spec, state: { ...spec.state, kind: 'equal' } })).toEqual([
    'spec.state.kind',
  ]);
});

test('text is no number, and null no list', () => {
  expect(pathsOf({ ...spec, gamma: '0.5', post: null })).toEqual(['spec.gamma', 'spec.post']);
  expect(pathsOf({ ...spec, gamma: null })).toEqual(['spec.gamma']);
  const same = { similarity: '0.5' };
  expect(pathsOf({ ...spec, state: { ...spec.state, same } })).toEqual([
    'spec.state.same.similarity',
  ]);
});

test('what steps cannot give is refused before anything is computed', () => {
  const greedy = { ...centred, baseline: { kind: 'greedy' } };
  const byLength = { ...centred, baseline: { kind: 'length-weighted-mean' } };
  const given = { ...spec, trajectory: greedy, state: { ...spec.state, spec: byLength } };
  expect(pathsOf(given)).toEqual(['spec.trajectory', 'spec.state.spec']);
  expect(() => checkStepSpec(given as StepSpec)).toThrow(
    'spec.trajectory: needs baselines, for a greedy baseline; steps are given none',
  );
  const whiten = { kind: 'whiten', recentre: true, ddof: 1, epsilon: 0, epsilonPlace: 'outside' };
  expect(pathsOf({ ...spec, post: [{ ...whiten, weighting: 'token' }] })).toEqual([
    'spec.post[0].weighting',
  ]);
});

test('a spec is told in a line', () => {
  expect(describeStepSpec(spec)).toBe(
    '[r − mean(group)] of trajectories + [r − mean(group)] of steps in states alike to 0.9, and of those that share 1 … 2 states before it',
  );
});
