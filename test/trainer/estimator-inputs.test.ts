import { describe, expect, it } from 'vitest';
import type { AlgorithmConfigInit } from '../../ts/config/algorithm-config.ts';
import type { EstimatorOptions } from '../../ts/estimators/adv-estimator.ts';
import { defineEstimator } from '../../ts/estimators/define-estimator.ts';
import { getAdvEstimator } from '../../ts/estimators/registry.ts';
import type { AdvantageSpec } from '../../ts/estimators/spec/advantage-spec.ts';
import { withInputs } from '../../ts/estimators/with-inputs.ts';
import type { Backend } from '../../ts/trainer/backend.ts';
import type { TrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { problemsOf } from '../support/config-problems.ts';
import { register } from '../support/register.ts';
import { type Harness, makeTrainer } from './make-trainer.ts';

const values = (groups: readonly TrajectoryGroup[]): number[] =>
  groups.flatMap(({ trajectories }) => trajectories.map(() => 0.5));

/** A trainer whose backend leaves collecting to it. */
function make(
  algorithm: AlgorithmConfigInit,
  members: Partial<Backend> = {},
  options: Partial<Parameters<typeof makeTrainer>[0]> = {},
): Harness {
  return makeTrainer({
    config: { algorithm },
    recording: { members: { computeAdvantages: undefined as never, ...members } },
    ...options,
  });
}

const inputWarnings = ({ warnings }: Harness): string[] =>
  warnings.filter(({ kind }) => kind === 'estimator-inputs').map(({ message }) => message);

describe('an estimator that needs what nobody gives', () => {
  it('is refused when the trainer is made, with what it needs, what is missing and what to do', () => {
    expect(problemsOf(() => make({ estimator: 'trl/ppo' }))).toEqual([
      'TrainerConfig.algorithm.estimator: "trl/ppo" needs lengths, logprobs, refLogprobs, values; neither trajectories nor the backend "recording" give it refLogprobs (log-probabilities under a reference), values (what a critic says at each token): register one that has them, registerAdvEstimator(name, withInputs(getAdvEstimator("trl/ppo"), { refLogprobs: (groups) => …, values: (groups) => … })), or take a backend whose estimatorInputs give them',
    ]);
  });

  it('is refused where it is wrapped with others, for what is still missing', () => {
    register('ppo_with_values', withInputs(getAdvEstimator('trl/ppo'), { values }));
    expect(problemsOf(() => make({ estimator: 'ppo_with_values' }))).toEqual([
      expect.stringMatching(
        /"ppo_with_values" needs .* give it refLogprobs \(log-prob[^)]*\): reg/,
      ),
    ]);
    make({ estimator: 'ppo_with_values' }, { estimatorInputs: { refLogprobs: values } });
  });

  it('is refused where its spec asks the config what it needs, or cannot be told', () => {
    const plain = { scale: { kind: 'none' }, singleton: 'zero' } as const;
    const spec = ({ normAdvByStdInGrpo }: EstimatorOptions): AdvantageSpec => ({
      ...plain,
      baseline: { kind: normAdvByStdInGrpo === false ? 'value' : 'none' },
    });
    register('by_std', defineEstimator({ title: 't', source: 's', spec }));
    make({ estimator: 'by_std' });
    expect(problemsOf(() => make({ estimator: 'by_std', normAdvByStdInGrpo: false }))).toEqual([
      expect.stringContaining('"by_std" needs baselines; neither'),
    ]);
    const failing = (): AdvantageSpec => {
      throw new TypeError('no groups');
    };
    register('failing', defineEstimator({ title: 't', source: 's', spec: failing }));
    expect(problemsOf(() => make({ estimatorMap: { judge: 'failing' } }))).toEqual([
      'the estimator of role "judge": "failing" does not tell its spec: no groups',
    ]);
  });

  it('is refused for a role too, with all others', () => {
    const estimatorMap = { judge: 'easyr1/remax', coach: 'nemo-rl/gdpo', solver: 'rloo' };
    expect(problemsOf(() => make({ estimatorMap }))).toEqual([
      expect.stringMatching(/^the estimator of role "judge": "easyr1\/remax" .* give it baselines/),
      expect.stringMatching(/^the estimator of role "coach": "nemo-rl\/gdpo" .* give it columns/),
    ]);
  });

  it('is taken where the trainer only validates', () => {
    make({ estimator: 'verl/gae' }, {}, { untrained: true });
    const trainer = { valBeforeTrain: true, valOnly: true, totalEpochs: 1 };
    const only = { config: { algorithm: { estimator: 'verl/gae' }, trainer } };
    expect(inputWarnings(make({}, {}, only))).toEqual([]);
  });

  it('is told of where it may still come, or where it may never be asked', () => {
    const told = (algorithm: AlgorithmConfigInit, members?: Partial<Backend>): string[] =>
      inputWarnings(make(algorithm, members));
    const gae = expect.stringMatching(/"verl\/gae" .* give it values .* are refused$/);
    expect(told({ estimator: 'verl/gae', usePrecomputedAdvantage: true })).toEqual([gae]);
    expect(told({ estimator: 'verl/gae', estimatorMap: { solver: 'grpo' } })).toEqual([gae]);
    expect(told({ estimator: 'verl/gae' }, { computeAdvantages: () => {} })).toEqual([gae]);
    expect(told({ estimator: 'roll/gigpo' })).toEqual([
      expect.stringContaining('must set an observation on every step'),
    ]);
    expect(told({ estimator: 'verl/reinforce_plus_plus' })).toEqual([]);
  });
});

describe('an estimator whose inputs somebody gives', () => {
  it('trains with those of the backend, which sees the state', async () => {
    const seen: number[] = [];
    const { trainer, warnings } = make(
      { estimator: 'oat/ppo:whiten_adv=False' },
      {
        estimatorInputs: {
          values: (groups, { globalStep }) => {
            seen.push(globalStep);
            return values(groups);
          },
        },
        updatePolicy: ({ trajectoryGroups }) => {
          for (const { trajectories } of trajectoryGroups ?? [])
            for (const { reward, steps } of trajectories)
              expect(steps[0]?.advantage).toEqual([(reward as number) - 0.5]);
        },
      },
    );
    const { metrics } = await trainer.fit();
    expect(metrics['advantage/solver/mean']).toBe(0);
    expect(seen).toEqual([1, 2]);
    expect(warnings.filter(({ kind }) => kind === 'estimator-inputs')).toEqual([]);
  });

  it('trains with those of an object with methods', async () => {
    class Critic {
      readonly #value = 0.5;
      values(groups: readonly TrajectoryGroup[]): number[] {
        return values(groups).map(() => this.#value);
      }
    }
    const { trainer } = make({ estimator: 'verl/gae' }, { estimatorInputs: new Critic() });
    const { metrics } = await trainer.fit();
    expect(metrics['advantage/solver/max']).toBeCloseTo(Math.sqrt(3) / 2, 6);
  });

  it('is told with its name and its role where they fail', async () => {
    const failing = async (give: () => unknown) => {
      const members = { estimatorInputs: { values: give } } as never;
      return make({ estimator: 'verl/gae' }, members).trainer.fit();
    };
    const lost = () => {
      throw new Error('lost its connection');
    };
    await expect(failing(lost)).rejects.toThrow(
      'estimator "verl/gae" (role "solver"): what gives values threw Error: lost its connection',
    );
    await expect(failing(async () => lost())).rejects.toThrow('values must be given at once');
    await expect(failing(() => [1])).rejects.toThrow('values must be of length');
  });

  it('trains with those that it was wrapped with', async () => {
    register('gae_of_mine', withInputs(getAdvEstimator('verl/gae'), { values }));
    const { trainer } = make({ estimator: 'gae_of_mine' });
    const { metrics } = await trainer.fit();
    expect(metrics['advantage/solver/max']).toBeCloseTo(Math.sqrt(3) / 2, 6);
  });

  it('is refused with a backend whose inputs are none', () => {
    const estimatorInputs = { vlaues: values, values: 0.5 } as never;
    expect(problemsOf(() => make({}, { estimatorInputs }))).toEqual([
      expect.stringMatching(/^backend\.estimatorInputs\.vlaues: is no input; there are baselines/),
      'backend.estimatorInputs.values: must be a function of groups, got 0.5',
    ]);
    for (const none of [5, null, [values]])
      expect(problemsOf(() => make({}, { estimatorInputs: none as never }))).toEqual([
        expect.stringMatching(/^backend\.estimatorInputs: must be an object of functions, got /),
      ]);
  });
});
