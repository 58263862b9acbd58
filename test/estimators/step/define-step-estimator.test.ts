import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../ts/errors/config-error.ts';
import {
  defineStepEstimator,
  type StepEstimatorDefinition,
} from '../../../ts/estimators/step/define-step-estimator.ts';
import type { StepSpec } from '../../../ts/estimators/step/step-spec.ts';
import { createStep, type Step } from '../../../ts/types/step.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../../ts/types/trajectory-group.ts';

const centred = {
  baseline: { kind: 'mean', scope: 'group' },
  scale: { kind: 'none' },
  singleton: 'zero',
} as const;

const spec: StepSpec = {
  level: 'step',
  state: { weight: 1, spec: centred, same: 'equal', history: 0 },
};

const about = { title: 'centred', source: 'here' };

function stepsOf(steps: readonly Step[], more: Partial<StepEstimatorDefinition> = {}) {
  const trajectories = [
    createTrajectory({ reward: 1, steps: [createStep({ observation: 'door' })] }),
    createTrajectory({ reward: 0, steps: [...steps] }),
  ];
  const groups = [createTrajectoryGroup({ groupId: 'task:agent', trajectories })];
  return defineStepEstimator({ ...about, spec, ...more })([[1, 0]], { groups }).stepAdvantages;
}

describe('making one', () => {
  test('refuses a spec that is none, before it is ever called', () => {
    expect(() => defineStepEstimator({ ...about, spec: { level: 'step' } as StepSpec })).toThrow(
      ConfigError,
    );
    expect(() => defineStepEstimator({ ...about, spec, gamma: 7 })).toThrow(
      'gamma must be a number from 0 to 1, got 7',
    );
    expect(() => defineStepEstimator({ ...about, spec, stateOf: 'door' as never })).toThrow(
      'stateOf must be a function',
    );
  });
});

describe('a step', () => {
  test('without a reward has earned none', () => {
    const { reward: _, ...plain } = createStep({ observation: 'door' });
    expect(stepsOf([plain as Step])).toEqual([[0.5], [-0.5]]);
  });

  test('with a reward that is no number is refused', () => {
    const step = { ...createStep({ observation: 'door' }), reward: '1' as unknown as number };
    expect(() => stepsOf([step])).toThrow(/reward of step 0 of trajectory .* must be a number/);
  });

  test('in a state that JSON cannot tell is refused, unless something else tells it', () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    for (const observation of [loop, { size: 1n }, { toJSON: () => undefined }]) {
      const step = createStep({ observation });
      expect(() => stepsOf([step])).toThrow("a step's observation must be what JSON can tell");
      expect(stepsOf([step], { stateOf: () => 'door' })).toEqual([[0.5], [-0.5]]);
    }
    for (const observation of [undefined, null, () => 'door', Symbol('door')])
      expect(() => stepsOf([createStep({ observation })])).toThrow(
        "a step's observation must be the state that the step began in",
      );
  });
});
