import { describe, expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../ts/advantage/collect.ts';
import type { Warning } from '../../ts/errors/warning.ts';
import type { EstimatorInputs, GivenInput } from '../../ts/estimators/estimator-input.ts';
import { isGiven } from '../../ts/estimators/given-inputs.ts';
import { neededInputs } from '../../ts/estimators/needed-inputs.ts';
import { listPresets } from '../../ts/estimators/presets/list-presets.ts';
import { presetSpec } from '../../ts/estimators/presets/preset-registry.ts';
import { getAdvEstimator, listAdvEstimators } from '../../ts/estimators/registry.ts';
import { defineTokenEstimator } from '../../ts/estimators/token/define-token-estimator.ts';
import type { TokenSpec } from '../../ts/estimators/token/token-spec.ts';
import { withInputs } from '../../ts/estimators/with-inputs.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { register } from '../support/register.ts';

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

  it('are the others where it is wrapped with some, by their names', () => {
    const ppo = getAdvEstimator('trl/ppo');
    const withValues = withInputs(ppo, { values: perToken });
    expect(neededInputs(withValues)).toEqual(['lengths', 'logprobs', 'refLogprobs']);
    const withBoth = withInputs(withValues, { refLogprobs: perToken });
    expect(neededInputs(withBoth)).toEqual(['lengths', 'logprobs']);
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

  it('join those that the estimator is wrapped with, which go before', () => {
    const numbers = (estimator: string, inputs: EstimatorInputs) => {
      const groups = makeGroups();
      collectRewardAndAdvantageFromTrajectoryGroups(groups, { estimator }, { inputs });
      return groups.flatMap(({ trajectories }) =>
        trajectories.map(({ steps }) => steps.map(({ advantage }) => advantage)),
      );
    };
    const { values, refLogprobs } = all;
    const never = () => expect.fail('asked for what is there');
    const withValues = withInputs(getAdvEstimator('trl/ppo'), { values });
    register('ppo_with_values', withValues);
    register('ppo_with_both', withInputs(withValues, { refLogprobs }));
    register(
      'ppo_by_function',
      withInputs(getAdvEstimator('trl/ppo'), (groups) => ({
        tokenRows: { values: perToken(groups), refLogprobs: perToken(groups) },
      })),
    );
    const expected = numbers('trl/ppo', { values, refLogprobs });
    expect(numbers('ppo_with_values', { refLogprobs, values: never })).toEqual(expected);
    expect(numbers('ppo_with_both', { refLogprobs: never })).toEqual(expected);
    expect(numbers('ppo_by_function', {})).toEqual(expected);
    expect(() => numbers('ppo_with_values', {})).toThrow('needs refLogprobs');
  });

  it('may be methods, which know their object', () => {
    class Critic {
      readonly #value = 0.5;
      values(groups: readonly TrajectoryGroup[]): number[] {
        return perToken(groups).map(() => this.#value);
      }
    }
    const halves = collect('verl/gae', { values: new Critic().values.bind(new Critic()) });
    expect(collect('verl/gae', new Critic())).toEqual(halves);
  });

  it.each([
    [5, 'inputs must be an object of functions, got 5'],
    [null, 'inputs must be an object of functions, got null'],
    [[perToken], 'inputs must be an object of functions, got an array of 1'],
    [{ vlaues: perToken, kl: 1 }, /inputs.vlaues is no input; .*; inputs.kl must be a function/],
    [{ values: [1, 2] }, 'inputs.values must be a function of groups, got an array of 2'],
    [{ values: () => null }, '(role "agent"): values must be an array, got null'],
    [{ values: () => {} }, '(role "agent"): values must be an array, got undefined'],
    [{ values: () => '0123456789abcdef' }, 'values must be an array, got "0123456789abcdef"'],
    [{ values: async () => fail() }, 'values must be given at once, got a promise'],
    [{ values: fail }, '(role "agent"): what gives values threw Error: no critic'],
  ])('that are none are refused: %j', async (inputs, message) => {
    expect(() => collect('verl/gae', inputs as never)).toThrow(message);
    if (typeof message === 'string' && message.startsWith('inputs')) {
      expect(() => collect('grpo', inputs as never)).toThrow(message);
      expect(() => withInputs(getAdvEstimator('verl/gae'), inputs as never)).toThrow(message);
    }
  });

  it('are told of where they are not finite', () => {
    const told: Warning[] = [];
    const onWarning = (warning: Warning) => told.push(warning);
    const inputs = { values: () => Array.from({ length: 16 }, (_, i) => (i < 14 ? i : Infinity)) };
    collectRewardAndAdvantageFromTrajectoryGroups(
      makeGroups(),
      { estimator: 'verl/gae' },
      { inputs, onWarning },
    );
    collectRewardAndAdvantageFromTrajectoryGroups(
      makeGroups(),
      { estimator: 'nemo-rl/gdpo' },
      { inputs: { columns: () => [Array(8).fill(NaN), Array(8).fill(null)] }, onWarning },
    );
    expect(told).toEqual([
      {
        kind: 'estimator-inputs',
        message:
          'estimator "verl/gae" (role "agent"): 2 inputs are not finite, nor are the advantages computed with them: values[14] = Infinity, values[15] = Infinity',
        places: ['values[14] = Infinity', 'values[15] = Infinity'],
      },
    ]);
  });

  it('of a function that is asynchronous are refused', () => {
    const wrapped = withInputs(getAdvEstimator('nemo-rl/gdpo'), (async () => fail()) as never);
    register('later', wrapped);
    expect(() => collect('later', {})).toThrow('inputs must be given at once, got a promise');
    const spec = presetSpec('verl/gae') as TokenSpec;
    const inputs = (async () => fail()) as never;
    register('later_rows', defineTokenEstimator({ title: 't', source: 's', spec, inputs }));
    expect(() => collect('later_rows', {})).toThrow('inputs must be given at once, got a promise');
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

function fail(): never {
  throw new Error('no critic');
}

function without(given: EstimatorInputs, input: GivenInput): EstimatorInputs {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== input));
}
