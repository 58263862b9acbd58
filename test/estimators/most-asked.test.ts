/** The ten things that people ask of frameworks' estimators most often, each here; docs/most-asked.md has the list. */
import { describe, expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups as collect } from '../../ts/advantage/collect.ts';
import { runAdvEstimator } from '../../ts/estimators/run-adv-estimator.ts';
import { defineTokenEstimator } from '../../ts/estimators/token/define-token-estimator.ts';
import { runTokenSpec } from '../../ts/estimators/token/run-token-spec.ts';
import { createTrackerState } from '../../ts/estimators/tracker/tracker-state.ts';
import { isUniformGroup } from '../../ts/grouping/uniform-group.ts';
import { aggregationWeights } from '../../ts/losses/aggregation.ts';
import { TokenBatch } from '../../ts/losses/token-batch.ts';
import { readPage } from '../docs/code-blocks.ts';
import { advantagesOf, groupWith } from '../support/make-groups.ts';
import { register } from '../support/register.ts';

const quiet = { onWarning: () => {} };
const advantages = (name: string, rewards: readonly number[][], options = {}) =>
  runAdvEstimator(name, rewards, options).advantages.toArrays();

describe('most asked', () => {
  it('1: advantages of turns and steps', () => {
    const groups = [
      groupWith('t:s', [1, 0], () => [{ observation: 'door' }, { observation: 'hall' }]),
    ];
    collect(groups, { estimator: 'drmas/gigpo' }, quiet);
    // 0.5 of the episode, and the discounted return against that of the other one in the same state.
    expect(advantagesOf(groups).flat()).toEqual([
      [0.5 + 0.95 / 2, 1],
      [-0.5 - 0.95 / 2, -1],
    ]);
    const centred = {
      baseline: { kind: 'mean', scope: 'group' },
      scale: { kind: 'none' },
      singleton: 'zero',
    } as const;
    const turns = runTokenSpec(
      { level: 'token', credit: { kind: 'turn-group', turn: centred, outcome: centred } },
      {
        offsets: [0, 2, 4],
        rewards: [1, 0, 0, 0],
        outcomes: [1, 0],
        turns: [0, 1, 0, 1],
        groups: ['g', 'g'],
      },
    );
    expect([...turns.advantages]).toEqual([1, 0.5, -1, -0.5]);
  });

  it('2: groups by their identity, ragged ones too, and a rollout of several rows once', () => {
    expect(
      advantages('slime/grpo:grpo_std_normalization=False', [
        [1, 0, 0.5],
        [1, 0],
      ]),
    ).toEqual([
      [0.5, -0.5, 0],
      [0.5, -0.5],
    ]);
    const rows = [[1, 1, 1, 0]];
    const options = { trajectoryIds: ['a', 'a', 'a', 'b'], lengths: [1, 2, 3, 4] };
    expect(advantages('agent-lightning/rloo', rows, options)).toEqual([[1, 1, 1, -1]]);
  });

  it('3: groups that teach nothing are dropped, within a tolerance and a band', () => {
    expect(isUniformGroup([0.5, 0.5001], { tolerance: 1e-3 })).toBe(true);
    expect(isUniformGroup([0.5, 0.7], { tolerance: 1e-3 })).toBe(false);
    expect(isUniformGroup([0.9, 1], { below: 0.9 })).toBe(true);
  });

  it('4: several rewards (GDPO)', () => {
    const [values = []] = advantages('ms-swift/gdpo', [[0, 0, 0, 0]], {
      columns: [
        [1, 0, 0, 1],
        [0.2, 0.9, 0.1, 0.8],
      ],
    });
    expect(values.map((value) => Number(value.toFixed(6)))).toEqual([
      0.092757, 0.080448, -1.305193, 1.131988,
    ]);
  });

  it('5: estimators of your own, per token as well, composed of parts', () => {
    register(
      'mine',
      defineTokenEstimator({
        title: 'returns, whitened',
        source: 'here',
        spec: {
          level: 'token',
          credit: { kind: 'discounted-return', gamma: 0.5, masked: 'carry' },
          post: [{ kind: 'clip', low: 0, high: 0.75 }],
        },
      }),
    );
    const groups = [groupWith('t:s', [1], () => [{ responseIds: [1, 2, 3] }])];
    collect(groups, { estimator: 'mine' }, quiet);
    expect(advantagesOf(groups)).toEqual([[[[0.25, 0.5, 0.75]]]]);
  });

  it('6: rollouts count alike, however many rows they have', () => {
    const batch = TokenBatch.from([
      { logprobs: [-1, -1], group: 'a' },
      { logprobs: [-1, -1], group: 'a' },
      { logprobs: [-1], group: 'b' },
    ]);
    const weights = aggregationWeights('group-mean-token-mean', batch);
    expect([...weights]).toEqual([0.125, 0.125, 0.125, 0.125, 0.5]);
  });

  it('7: pass@k, max@k and MaxRL', () => {
    expect(advantages('verl/grpo_passk:norm_adv_by_std_in_grpo=False', [[1, 0, 0]])).toEqual([
      [1, 0, 0],
    ]);
    const [pkpo = []] = advantages('rllm/pkpo:k=2', [[0.9, 0.2, 0.4, 0.1]]);
    expect(pkpo.map((value) => Number(value.toFixed(6)))).toEqual([
      0.141667, -0.058333, -0.025, -0.058333,
    ]);
    expect(advantages('prime-rl/max_rl', [[1, 0]])).toEqual([[1, -1]]);
  });

  it('8: rollouts that nobody scored stay out of the baseline', () => {
    const [values = []] = advantages('trl/grpo:scale_rewards=none', [[1, Number.NaN, 0]]);
    expect(values).toEqual([0.5, 0, -0.5]);
  });

  it('9: no blow-up of a leave-one-out std, of constant groups, or by tokens that are not trained', () => {
    const [loo = []] = advantages('nemo-rl/grpo', [[1, 0, 0, 0]]);
    expect(loo.every((value) => Math.abs(value) <= 2)).toBe(true);
    expect(
      advantages('rllm/grpo', [[0.1, 0.1, 0.1]])[0]?.every((value) => Math.abs(value) < 1e-10),
    ).toBe(true);
    const { advantages: masked } = runTokenSpec(
      {
        level: 'token',
        credit: { kind: 'discounted-return', gamma: 1, masked: 'carry', untrained: 'zero' },
      },
      { offsets: [0, 3], rewards: [0, Number.NaN, 1], mask: [1, 0, 1] },
    );
    expect([...masked]).toEqual([1, 0, 1]);
  });

  it('10: baselines by length, of least variance, and without a group', () => {
    expect(advantages('verl/opo', [[1, 0]], { lengths: [1, 3] })).toEqual([[0.75, -0.25]]);
    const otb = runTokenSpec(
      {
        level: 'token',
        credit: { kind: 'optimal-token-baseline', epsilon: 0, zeroTail: false, align: 'position' },
      },
      {
        offsets: [0, 1, 2],
        rewards: [1, 0],
        logprobs: [0, 0],
        sumPiSquared: [2, 2],
        groups: ['g', 'g'],
      },
    );
    expect([...otb.advantages]).toEqual([0.5, -0.5]);
    const state = createTrackerState('ema');
    const remembered = { state, keys: ['agent'] };
    expect(advantages('prime-rl/rae', [[1]], remembered)).toEqual([[1]]);
    expect(advantages('prime-rl/rae', [[1]], remembered)).toEqual([[0.95]]);
  });

  it('are all on the page', () => {
    const rows = [...readPage('docs/most-asked.md').matchAll(/^\| (\d+) \|/gm)];
    expect(rows.map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
