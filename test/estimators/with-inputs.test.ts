import { expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../ts/advantage/collect.ts';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import { defineEstimator } from '../../ts/estimators/define-estimator.ts';
import { registerAdvEstimator } from '../../ts/estimators/registry.ts';
import {
  createTrackerState,
  trackerStateToJSON,
} from '../../ts/estimators/tracker/tracker-state.ts';
import { withInputs } from '../../ts/estimators/with-inputs.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../ts/types/trajectory-group.ts';

const makeGroups = () => [
  createTrajectoryGroup({
    groupId: 'task:solver',
    trajectories: [1, 0].map((right) =>
      createTrajectory({
        name: 'solver',
        reward: right,
        signals: { right, short: 0.5 },
        steps: [createStep({ responseIds: [7] })],
      }),
    ),
  }),
];

it('gives a tracker its state and keys in training', () => {
  const state = createTrackerState('ema');
  const estimator = defineEstimator({
    title: 't',
    source: 's',
    spec: {
      baseline: { kind: 'tracker', tracker: { kind: 'ema', decay: 0.5 } },
      scale: { kind: 'none' },
      singleton: 'member',
      missing: 'refuse',
    },
  });
  const undo = registerAdvEstimator(
    'tracked',
    withInputs(estimator, (groups) => ({
      state,
      keys: groups.flatMap(({ trajectories }) => trajectories.map(({ name }) => name)),
    })),
  );
  try {
    const groups = makeGroups();
    const config = AlgorithmConfig.create({ estimator: 'tracked' });
    collectRewardAndAdvantageFromTrajectoryGroups(groups, config);
    const advantages = groups[0]?.trajectories.map(({ steps }) => steps[0]?.advantage);
    expect(advantages).toEqual([1, -0.5]);
    expect(trackerStateToJSON(state)).toEqual({ kind: 'ema', means: { solver: 0.25 } });
  } finally {
    undo();
  }
});

it('makes columns of signals', () => {
  const estimator = defineEstimator({
    title: 't',
    source: 's',
    spec: {
      baseline: { kind: 'none' },
      scale: { kind: 'none' },
      singleton: 'member',
      columns: { combine: 'sum' },
    },
  });
  const both = withInputs(estimator, (groups) => ({
    columns: ['right', 'short'].map((name) =>
      groups.flatMap(({ trajectories }) =>
        trajectories.map(({ signals }) => signals[name] ?? null),
      ),
    ),
  }));
  const rewards = estimator([[0, 0]]).advantages;
  expect(both(rewards, { groups: makeGroups() })).toEqual(
    estimator([[0, 0]], {
      columns: [
        [1, 0],
        [0.5, 0.5],
      ],
    }),
  );
  expect(() => both(rewards)).toThrow(
    'columns[0] must be a flat array of 2, one for each trajectory in the order of the rewards, got an array of 0',
  );
});
