import { describe, expect, it } from 'vitest';
import { defineEstimator } from '../../../ts/estimators/define-estimator.ts';
import type { AdvantageSpec, StdScale } from '../../../ts/estimators/spec/advantage-spec.ts';
import { createTrackerState } from '../../../ts/estimators/tracker/tracker-state.ts';
import { createStep } from '../../../ts/types/step.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import { createTrajectoryGroup } from '../../../ts/types/trajectory-group.ts';

const plain: AdvantageSpec = {
  baseline: { kind: 'none' },
  scale: { kind: 'none' },
  singleton: 'member',
};
const byToken: StdScale = {
  kind: 'std',
  scope: 'pool',
  of: 'values',
  ddof: 0,
  epsilon: 0,
  epsilonPlace: 'outside',
  weighting: 'token',
};
const define = (spec: Partial<AdvantageSpec>) =>
  defineEstimator({ title: 't', source: 's', spec: { ...plain, ...spec } });
const opo = define({ baseline: { kind: 'length-weighted-mean' } });
const rae = define({
  baseline: { kind: 'tracker', tracker: { kind: 'ema', decay: 0.5 } },
  missing: 'refuse',
});

describe('an input that a spec needs', () => {
  it.each([
    [opo, 'needs the option lengths, for a length-weighted mean; it was not given'],
    [define({ scale: byToken }), 'needs the option lengths, for a std weighted by tokens'],
    [
      define({ rows: { speaks: 'first', empty: 'refuse' } }),
      'needs the option lengths, for refusing trajectories without tokens',
    ],
    [define({ baseline: { kind: 'greedy' } }), 'needs the option baselines, for a greedy baseline'],
    [define({ baseline: { kind: 'value' } }), 'needs the option baselines, for a value baseline'],
    [define({ reward: [{ kind: 'kl', coefficient: 1 }] }), 'needs the option kl, for KL in the'],
    [define({ rows: { speaks: 'last' } }), 'needs the option trajectoryIds, for the last row of'],
    [rae, 'needs the option state, for a moving average'],
  ])('is asked for where it is not given', (estimator, message) => {
    expect(() => estimator([[1, 0]])).toThrow(message);
  });

  it.each([
    [
      opo,
      { lengths: [1] },
      'lengths must be a flat array of 2, one for each trajectory in the order of the rewards, got an array of 1',
    ],
    [opo, { lengths: [1, -1] }, 'lengths[1] must be a number ≥ 0, got -1'],
    [opo, { lengths: ['1', 2] }, 'lengths[0] must be a number, got "1"'],
    [rae, { state: createTrackerState('beta') }, 'state must be that of a moving average'],
    [rae, { state: createTrackerState('ema') }, 'needs the option keys, for a moving average'],
    [
      rae,
      { state: createTrackerState('ema'), keys: ['a'] },
      'keys must be a flat array of 2, one for each trajectory in the order of the rewards, got an array of 1',
    ],
    [rae, { state: createTrackerState('ema'), keys: ['a', 7] }, 'keys[1] must be a string, got 7'],
    [define({ columns: { combine: 'sum' } }), { columns: [] }, 'columns must be an array of 1 or'],
    [
      define({ columns: { combine: 'sum' } }),
      { columns: [[1]] },
      'columns[0] must be a flat array of 2, one for each trajectory in the order of the rewards, got an array of 1',
    ],
    [
      define({ columns: { combine: 'sum' } }),
      { columns: [[1, 0]], columnWeights: [1, 1] },
      'columnWeights must be an array of 1, one for each of the columns',
    ],
    [
      define({ columns: { combine: 'sum' }, missing: 'exclude' }),
      { columns: [[1, 0]], columnWeights: [Number.NaN] },
      'columnWeights[0] must be a finite number, got NaN',
    ],
    [
      define({ columns: { combine: 'sum' } }),
      { columnWeights: [1] },
      'columnWeights must be left out where there are no columns',
    ],
    [
      define({ columns: { combine: 'sum', missing: 'skip' } }),
      { columns: Object.assign(new Array(2), { 1: [1, 0] }) },
      'needs the option columns[0], for several rewards',
    ],
    [
      rae,
      { state: { kind: 'ema', means: {} }, keys: ['a', 'b'] },
      'state.means must be a Map, got an object',
    ],
    [rae, { state: { kind: 'ema' }, keys: ['a', 'b'] }, 'state.means must be a Map, got undefined'],
    [
      rae,
      { state: createTrackerState('ema'), keys: new Array(2) },
      'keys[0] must be a string, got undefined',
    ],
    [
      rae,
      { state: createTrackerState('ema'), keys: ['a', 'b'], forgetting: [0, Number.NaN] },
      'forgetting[1] must be a number from 0 to 1, got NaN',
    ],
  ])('is refused where it does not fit', (estimator, options, message) => {
    expect(() => estimator([[1, 0]], options as never)).toThrow(message);
  });

  it('is left alone by a spec that does not need it', () => {
    const options = { lengths: [1], baselines: [], columns: [] };
    expect(define({})([[1, 0]], options).advantages.toArrays()).toEqual([[1, 0]]);
  });
});

it('trajectories of groups that are given are rows of their own', () => {
  const spoken = define({ rows: { speaks: 'last' } });
  const trajectories = [1, 0].map((reward) => createTrajectory({ reward }));
  const groups = [createTrajectoryGroup({ groupId: 'task:agent', trajectories })];
  expect(spoken([[1, 0]], { groups }).advantages.toArrays()).toEqual([[1, 0]]);
  expect(() => spoken([[1, 0, 1]], { groups })).toThrow('groups must be 3 trajectories');
});

it('lengths are counted from the steps of groups that are given', () => {
  const [short, long] = [[7], [7, 8, 9]].map((responseIds) => createStep({ responseIds }));
  const trajectories = [
    createTrajectory({ reward: 1, steps: [short ?? createStep()] }),
    createTrajectory({ reward: 0, steps: [long ?? createStep(), createStep()] }),
  ];
  const groups = [createTrajectoryGroup({ groupId: 'task:agent', trajectories })];
  expect(opo([[1, 0]], { groups }).advantages.toArrays()).toEqual([[0.75, -0.25]]);
  expect(() => opo([[1, 0, 1]], { groups })).toThrow('groups must be 3 trajectories');
});

describe('what a spec refuses', () => {
  it('is a group of one', () => {
    const estimator = define({ baseline: { kind: 'best-of-rest' }, singleton: 'refuse' });
    expect(() => estimator([[1, 0], [], [1]])).toThrow(
      'group 2 must be of two or more trajectories, got 1',
    );
    expect(estimator([[1, 0.25], []]).advantages.toArrays()).toEqual([[0.75, 0], []]);
  });

  it('is a reward that is no finite number', () => {
    const estimator = define({ missing: 'refuse' });
    for (const reward of [Number.NaN, Infinity])
      expect(() => estimator([[1, reward]])).toThrow('rewards[1] must be a finite number');
  });

  it('is a std of too few', () => {
    const estimator = define({ scale: { ...byToken, ddof: 1, tooFew: 'refuse' } });
    expect(() => estimator([[1]], { lengths: [1] })).toThrow(
      'rewards must be more than 1 for a std',
    );
  });

  it.each([
    [[1, 0], [5, 5], ['a', 'a'], 'rewards[1] must be 1 as in row 0 of its trajectory, got 0'],
    [[1, 1], [0, 0], ['a', 'a'], 'lengths of trajectory "a" must be above 0 in some row, got 0'],
  ])(
    'are rows of one trajectory that differ, and those without a token',
    (rewards, lengths, ids, message) => {
      const rows = { speaks: 'first', differing: 'refuse', empty: 'refuse' } as const;
      const options = { lengths, trajectoryIds: ids };
      expect(() => define({ rows })([rewards], options)).toThrow(message);
    },
  );

  it('are rows of one trajectory in two groups', () => {
    const rows = { speaks: 'first', differing: 'refuse' } as const;
    const options = { trajectoryIds: ['a', 'a'] };
    expect(() => define({ rows })([[1], [1]], options)).toThrow(
      'trajectory "a" has rows in groups 0 and 1',
    );
  });
});

describe('rows', () => {
  const centred = { baseline: { kind: 'mean', scope: 'group' } } as const;
  const trajectoryIds = ['a', 'a', 'b'];

  it('get what the one that speaks for their trajectory gets', () => {
    const [first, last] = (['first', 'last'] as const).map((speaks) =>
      define({ ...centred, rows: { speaks } })([[1, 3, 5]], {
        trajectoryIds,
      }).advantages.toArrays(),
    );
    expect(first).toEqual([[-2, -2, 2]]);
    expect(last).toEqual([[-1, -1, 1]]);
  });

  it('apply their own reward to the statistics of those that speak', () => {
    const estimator = define({ ...centred, rows: { speaks: 'first', applies: 'row' } });
    expect(estimator([[1, 3, 5]], { trajectoryIds }).advantages.toArrays()).toEqual([[-2, 0, 2]]);
    expect(estimator([[1, 3]], { trajectoryIds: ['a', 'a'] }).advantages.toArrays()).toEqual([
      [0, 2],
    ]);
  });
});

it('columns without any given are the rewards', () => {
  const estimator = define({ columns: { combine: 'normalize-then-sum' } });
  expect(estimator([[1, 0.5]]).advantages.toArrays()).toEqual([[1, 0.5]]);
});

it('a column’s null and NaN are the same', () => {
  const estimator = define({ columns: { combine: 'sum', missing: 'skip' }, missing: 'zero' });
  const columns = [
    [1, null, null],
    [2, 3, Number.NaN],
  ];
  expect(estimator([[0, 0, 0]], { columns }).advantages.toArrays()).toEqual([[3, 3, 0]]);
});
