import { describe, expect, it } from 'vitest';
import {
  type CollectOptions,
  collectRewardAndAdvantageFromTrajectoryGroups as collect,
} from '../../ts/advantage/collect.ts';
import type { StepAdvantages } from '../../ts/estimators/adv-estimator.ts';
import { defineStepEstimator } from '../../ts/estimators/step/define-step-estimator.ts';
import { defineTokenEstimator } from '../../ts/estimators/token/define-token-estimator.ts';
import { advantagesOf, groupWith } from '../support/make-groups.ts';
import { register } from '../support/register.ts';

const quiet: CollectOptions = { onWarning: () => {} };
const twoSteps = () => [{ responseIds: [1, 2] }, { responseIds: [3] }];

function give(stepAdvantages: unknown): void {
  register('by-step', (rewards) => ({
    advantages: rewards,
    stepAdvantages: stepAdvantages as StepAdvantages,
  }));
}

describe('advantages of steps and tokens', () => {
  it('go on their steps, as copies, and into the metrics number by number', () => {
    const tokens = Float64Array.of(0.5, -0.5);
    give([
      [tokens, 2],
      [[1, 1], [4]],
    ]);
    const groups = [groupWith('t:s', [1, 0], twoSteps)];
    const metrics = collect(groups, { estimator: 'by-step' }, quiet);
    tokens[0] = 9;
    expect(advantagesOf(groups)).toEqual([
      [
        [[0.5, -0.5], 2],
        [[1, 1], [4]],
      ],
    ]);
    expect(metrics['advantage/s/max']).toBe(4);
    expect(metrics['advantage/s/mean']).toBe(8 / 6);
  });

  it.each([
    ['another number of trajectories', [[1, 1]], /stepAdvantages of 2 trajectories, got 1/],
    ['another number of steps', [[1, 1], [1]], /2 stepAdvantages for trajectory .*, got 1/],
    [
      'another number of tokens',
      [
        [[1], 1],
        [1, 1],
      ],
      /2 of them, one a response token, for step 0 of .*, got 1/,
    ],
    [
      'what is no number',
      [
        [['x', 1], 1],
        [1, 1],
      ],
      /for step 0 of trajectory .*, got "x"/,
    ],
    [
      'null',
      [
        [null, 1],
        [1, 1],
      ],
      /for step 0 of trajectory .*, got null/,
    ],
  ])('are refused for %s, and nothing is written', (_, stepAdvantages, message) => {
    give(stepAdvantages);
    const groups = [groupWith('t:s', [1, 0], twoSteps)];
    expect(() => collect(groups, { estimator: 'by-step' }, quiet)).toThrow(message);
    expect(advantagesOf(groups).flat(3)).toEqual([null, null, null, null]);
  });

  it('come from a token-level spec, over the tokens of all steps of a trajectory', () => {
    register(
      'returns',
      defineTokenEstimator({
        title: 'discounted returns',
        source: 'a test',
        spec: {
          level: 'token',
          credit: { kind: 'discounted-return', gamma: 0.5, masked: 'carry' },
        },
      }),
    );
    const groups = [groupWith('t:s', [1, -4], twoSteps)];
    collect(groups, { estimator: 'returns' }, quiet);
    expect(advantagesOf(groups)).toEqual([
      [
        [[0.25, 0.5], [1]],
        [[-1, -2], [-4]],
      ],
    ]);
  });

  it('of tokens need a token in each trajectory', () => {
    const groups = [groupWith('t:s', [1], () => [{ responseIds: [] }])];
    const returns = defineTokenEstimator({
      title: 'returns',
      source: 'a test',
      spec: { level: 'token', credit: { kind: 'none' } },
    });
    expect(() => returns([[1]], { groups })).toThrow(/responseIds of trajectory .* at least one/);
    expect(() => returns([[1]])).toThrow(
      /needs the option groups .* or lengths .*; neither was given/,
    );
  });

  it('take what trajectories do not hold from a function', () => {
    const withCritic = defineTokenEstimator({
      title: 'GAE',
      source: 'a test',
      spec: {
        level: 'token',
        credit: { kind: 'gae', gamma: 1, lambda: 1, masked: 'carry' },
      },
      inputs: (groups) => ({ values: groups.flatMap(() => [0.5, 0.25, 0]) }),
    });
    const groups = [groupWith('t:s', [1], twoSteps)];
    expect(withCritic([[1]], { groups }).stepAdvantages).toEqual([[[0.5, 0.75], [1]]]);
  });

  it('compare steps that began in the same state', () => {
    const centred = {
      baseline: { kind: 'mean', scope: 'group' },
      scale: { kind: 'none' },
      singleton: 'zero',
    } as const;
    register(
      'by-state',
      defineStepEstimator({
        title: 'centred among steps in one state',
        source: 'a test',
        spec: { level: 'step', state: { weight: 1, spec: centred, same: 'equal', history: 0 } },
      }),
    );
    const groups = [
      groupWith('t:s', [1, 0], () => [{ observation: { at: 'door' } }, { observation: 'hall' }]),
    ];
    collect(groups, { estimator: 'by-state' }, quiet);
    expect(advantagesOf(groups)).toEqual([
      [
        [0.5, 0.5],
        [-0.5, -0.5],
      ],
    ]);
    const lost = [groupWith('t:s', [1, 0], () => [{}])];
    expect(() => collect(lost, { estimator: 'by-state' }, quiet)).toThrow(
      /observation must be the state/,
    );
  });
});
