import { describe, expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../ts/advantage/collect.ts';
import type { EstimatorInputs, GivenInput } from '../../ts/estimators/estimator-input.ts';
import { isGiven, neededInputs } from '../../ts/estimators/needed-inputs.ts';
import { listPresets } from '../../ts/estimators/presets/list-presets.ts';
import { presetSpec } from '../../ts/estimators/presets/preset-registry.ts';
import { getAdvEstimator, listAdvEstimators } from '../../ts/estimators/registry.ts';
import { defineTokenEstimator } from '../../ts/estimators/token/define-token-estimator.ts';
import type { TokenSpec } from '../../ts/estimators/token/token-spec.ts';
import { withInputs } from '../../ts/estimators/with-inputs.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../../ts/types/trajectory-group.ts';

const names = listPresets().flatMap(({ name, variants }) => [
  name,
  ...Object.keys(variants).map((variant) => `${name}:${variant}`),
]);

const makeGroups = (): TrajectoryGroup[] =>
  ['a', 'b'].map((task) =>
    createTrajectoryGroup({
      groupId: `${task}:agent`,
      trajectories: [1, 0, 0.5, 0.25].map((reward) =>
        createTrajectory({
          name: 'agent',
          reward,
          steps: [
            createStep({ observation: 'hall', responseIds: [1, 2], logprobs: [-0.5, -1], reward }),
          ],
        }),
      ),
    }),
  );

const perTrajectory = (groups: readonly TrajectoryGroup[]): number[] =>
  groups.flatMap(({ trajectories }) => trajectories.map((_, t) => t / 8));
const perToken = (groups: readonly TrajectoryGroup[]): number[] =>
  groups.flatMap(({ trajectories }) =>
    trajectories.flatMap(({ steps }) =>
      steps.flatMap(({ logprobs }) => logprobs.map((l) => l / 2)),
    ),
  );
const all: Required<EstimatorInputs> = {
  baselines: perTrajectory,
  kl: perTrajectory,
  columns: (groups) => [perTrajectory(groups), perTrajectory(groups).map((x) => x * x)],
  outcomes: perTrajectory,
  values: perToken,
  refLogprobs: perToken,
  teacherLogprobs: perToken,
  sumPiSquared: (groups) => perToken(groups).map((x) => x * x),
};

const collect = (estimator: string, inputs: EstimatorInputs): Record<string, number> =>
  collectRewardAndAdvantageFromTrajectoryGroups(
    makeGroups(),
    { estimator },
    { inputs, trackers: new Map(), onWarning: () => {} },
  );

describe('inputs that an estimator needs', () => {
  it('are those without which it refuses, for every preset and variant', () => {
    for (const name of names) {
      const needed = neededInputs(getAdvEstimator(name)).filter(isGiven);
      const given: EstimatorInputs = Object.fromEntries(needed.map((input) => [input, all[input]]));
      expect(() => collect(name, given), name).not.toThrow();
      for (const input of needed)
        expect(() => collect(name, without(given, input)), `${name} ${input}`).toThrow(input);
    }
  });

  it('are none for the built-in ones', () => {
    for (const name of listAdvEstimators()) expect(neededInputs(getAdvEstimator(name))).toEqual([]);
  });

  it('follow the variant', () => {
    const needs = (name: string) => neededInputs(getAdvEstimator(name));
    expect(needs('trl/ppo')).toEqual(['lengths', 'logprobs', 'refLogprobs', 'values']);
    expect(needs('nemo-rl/reinforce_plus_plus')).toEqual(['lengths']);
    expect(needs('nemo-rl/reinforce_plus_plus:use_kl_in_reward=True')).toContain('refLogprobs');
    expect(needs('prime-rl/rae')).toEqual(['state']);
    expect(needs('verl/opo')).toEqual(['lengths']);
    expect(needs('roll/gigpo')).toEqual(['groups', 'observations']);
  });

  it('are none where the estimator has its own', () => {
    const spec = presetSpec('verl/gae') as TokenSpec;
    const about = { title: 't', source: 's', spec };
    expect(neededInputs(defineTokenEstimator(about))).toEqual(['lengths', 'values']);
    const inputs = (groups: readonly TrajectoryGroup[]) => ({ values: perToken(groups) });
    expect(neededInputs(defineTokenEstimator({ ...about, inputs }))).toEqual(['lengths']);
    const wrapped = withInputs(getAdvEstimator('verl/gae'), (groups) => ({
      tokenRows: inputs(groups),
    }));
    expect(neededInputs(wrapped)).toEqual([]);
  });
});

describe('inputs of collecting', () => {
  it('are asked for where the estimator needs them, and for nothing else', () => {
    const asked: string[] = [];
    const noting = Object.fromEntries(
      Object.entries(all).map(([name, give]) => [
        name,
        (groups: readonly TrajectoryGroup[]) => {
          asked.push(name);
          return give(groups);
        },
      ]),
    );
    collect('grpo', noting);
    expect(asked).toEqual([]);
    collect('trl/ppo', noting);
    expect(asked).toEqual(['refLogprobs', 'values']);
  });

  it('give the numbers that the estimator gives with them', () => {
    const groups = makeGroups();
    collectRewardAndAdvantageFromTrajectoryGroups(
      groups,
      { estimator: 'tinker-cookbook/kl_penalty' },
      { inputs: { refLogprobs: perToken } },
    );
    const tokenRows = { refLogprobs: perToken(groups) };
    const { stepAdvantages } = getAdvEstimator('tinker-cookbook/kl_penalty')(
      groups.map(({ trajectories }) => trajectories.map(({ reward }) => reward as number)) as never,
      { groups, tokenRows },
    );
    expect(
      groups.flatMap(({ trajectories }) =>
        trajectories.map(({ steps }) => steps.map(({ advantage }) => advantage)),
      ),
    ).toEqual(stepAdvantages);
  });

  it('of another length are refused, and nothing is written', () => {
    const groups = makeGroups();
    expect(() =>
      collectRewardAndAdvantageFromTrajectoryGroups(
        groups,
        { estimator: 'verl/gae' },
        { inputs: { values: () => [1, 2] } },
      ),
    ).toThrow('estimator "verl/gae" (role "agent"): values must be of length 16');
    expect(groups[0]?.trajectories[0]?.steps[0]?.advantage).toBeNull();
  });
});

function without(given: EstimatorInputs, input: GivenInput): EstimatorInputs {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== input));
}
