// Public cases, sections 5, 6 and 8, as far as estimators and the collector go.
import { expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../ts/advantage/collect.ts';
import { CompactFilteringConfig } from '../../ts/config/compact-filtering-config.ts';
import type { AdvEstimator } from '../../ts/estimators/adv-estimator.ts';
import {
  getAdvEstimator,
  listAdvEstimators,
  registerAdvEstimator,
} from '../../ts/estimators/registry.ts';
import { transformEpisodesToTrajectoryGroups } from '../../ts/grouping/transform-episodes.ts';
import { AdvantageEstimator } from '../../ts/types/advantage-estimator.ts';
import { createEpisode } from '../../ts/types/episode.ts';
import { createStep, type Step } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { groupWith, precomputedGroup } from '../support/make-groups.ts';
import { register } from '../support/register.ts';
import { describeCases, times } from './kernel-cases.ts';

const usePrecomputedAdvantage = true;

describeCases('names, roles and given advantages', ({ estimate, collect }) => {
  it.each(['loop', 'GRPO', 'gae', ''])(
    'case 52: the unknown estimator %j fails with its own text and the known names',
    (name) => {
      const known = listAdvEstimators().join(', ');
      const text = `unknown advantage estimator "${name}"; known: ${known}.`;
      expect(() => getAdvEstimator(name)).toThrow(text);
      expect(() => collect([[1, 0]], { estimator: name })).toThrow(text);
      expect(() => collect([[1, 0]], { estimatorMap: { s: name } })).toThrow(text);
    },
  );

  it('case 53: every name of the enum but "other" resolves, to the published numbers', () => {
    const names = Object.values(AdvantageEstimator).filter((name) => name !== 'other');
    for (const name of names) expect(getAdvEstimator(name)).toBeTypeOf('function');
    const rewards = [[...times(3, 1), ...times(5, 0)]];
    expect(estimate('grpo', rewards)).toEqual([
      [...times(3, 1.2909917820746473), ...times(5, -0.7745950692447884)],
    ]);
    expect(estimate('grpo', rewards, { normAdvByStdInGrpo: false })).toEqual([
      [...times(3, 0.625), ...times(5, -0.375)],
    ]);
    expect(estimate('rloo', rewards)[0]?.map((a) => Number(a.toFixed(9)))).toEqual([
      ...times(3, 0.714285714),
      ...times(5, -0.428571429),
    ]);
  });

  it('case 55: a misspelt role of the map is told, beside the roles that there are', () => {
    const groups = [groupWith('t:solver', [1, 0]), groupWith('t:judge', [1, 0])];
    const { warnings, advantages } = collect(groups, { estimatorMap: { solvr: 'rloo' } });
    expect(warnings).toMatchObject([
      {
        kind: 'unused-estimator-map-role',
        message: expect.stringContaining('solvr; roles seen: solver, judge'),
      },
    ]);
    expect(advantages.flat()).toEqual([
      0.999998000004, -0.999998000004, 0.999998000004, -0.999998000004,
    ]);
  });

  it('case 55: a pair in the map is estimator and loss', () => {
    const { advantages } = collect([[1, 0, 0]], { estimatorMap: { s: ['rloo', 'ppo'] } });
    expect(advantages).toEqual([[1, -0.5, -0.5]]);
  });

  it('case 56: a name that is taken is refused, and replaced when told so', () => {
    const mine: AdvEstimator = ({ values }) => ({ advantages: values.map((r) => 10 * r) });
    register('mine', mine);
    expect(() => registerAdvEstimator('mine', mine)).toThrow('registered already');
    expect(() => registerAdvEstimator('grpo', mine)).toThrow('registered already');
    expect(collect([[1, 0]]).advantages).toEqual([[0.999998000004, -0.999998000004]]);
    register('grpo', mine, { override: true });
    expect(collect([[1, 0]]).advantages).toEqual([[10, 0]]);
  });

  it('case 59: a list of another length than the response becomes zeros, and the step is named', () => {
    for (const list of [
      [0.1, 0.2],
      [0.1, 0.2, 0.3, 0.4],
    ]) {
      const groups = [precomputedGroup('t:s', [list, [1, 2, 3]], 3)];
      const { advantages, warnings, metrics } = collect(groups, { usePrecomputedAdvantage });
      expect(advantages).toEqual([
        [
          [0, 0, 0],
          [1, 2, 3],
        ],
      ]);
      expect(warnings).toMatchObject([
        {
          kind: 'advantage-length-mismatch',
          places: [`t:s trajectory 0 step 0 (${list.length} for 3 tokens)`],
        },
      ]);
      expect(metrics['advantage/s/fraction_zero']).toBe(0.5);
    }
  });

  it('case 61: a step without a value among others that have one is refused; all without are estimated', () => {
    expect(() =>
      collect([precomputedGroup('t:s', [[0.1, 0.2], null], 2)], { usePrecomputedAdvantage }),
    ).toThrow(
      't:s trajectory 1 step 0: precomputed advantage must be a number or an array (role "s"), got null',
    );
    const none = [precomputedGroup('t:s', [null, null], 2)];
    expect(collect(none, { usePrecomputedAdvantage }).advantages).toEqual([[0, 0]]);
  });

  it('case 62: a step that was made without an advantage has none, which is not 0', () => {
    const [made, read] = [groupWith('t:s', [1, 0]), groupWith('t:s', [1, 0])];
    expect(made.trajectories[0]?.steps[0]?.advantage).toBeNull();
    for (const { steps } of read.trajectories) delete (steps[0] as Partial<Step>).advantage;
    for (const group of [made, read])
      expect(collect([group], { usePrecomputedAdvantage }).advantages).toEqual([
        [0.999998000004, -0.999998000004],
      ]);
  });

  it('case 74: a masked member is in no mean', () => {
    const episodes = (['env_done', 'env_done', 'timeout'] as const).map((terminationReason, i) =>
      createEpisode({
        id: `t:${i}`,
        terminationReason,
        trajectories: [
          createTrajectory({ name: 's', reward: i === 0 ? 1 : 0, steps: [createStep()] }),
        ],
      }),
    );
    const advantagesWith = (enable: boolean) => {
      const compact = CompactFilteringConfig.create({ enable, mask: ['timeout'] });
      return collect(transformEpisodesToTrajectoryGroups(episodes, { compact }).groups).advantages;
    };
    expect(advantagesWith(true)).toEqual([[0.999998000004, -0.999998000004]]);
    expect(advantagesWith(false)[0]).toHaveLength(3);
  });

  it('case 82: the difficulty of a batch', () => {
    const { metrics } = collect([[1, 0], [1, 1], [0, 0], [0.5, 0.5], [1]]);
    expect(metrics).toMatchObject({
      'batch/s/total': 4,
      'batch/s/informative': 1,
      'batch/s/fractions/effective': 0.25,
      'batch/s/fractions/too_easy': 0.25,
      'batch/s/fractions/too_hard': 0.25,
      'batch/s/group_reward_mean/p50': 0.5,
      'batch/s/group_reward_mean/p10': 0.15000000000000002,
      'batch/s/group_reward_mean/p90': 0.8500000000000001,
      'batch/s/group_reward_std/p90': 0.3500000000000001,
    });
    expect(metrics['advantage/s/fraction_zero']).toBe(6 / 9);
  });

  it('case 83: the mean is of the groups that are collected', () => {
    expect(collect([[1, 0]]).metrics['reward/s/mean']).toBe(0.5);
    expect(
      collect([
        [1, 0],
        [0, 0],
      ]).metrics['reward/s/mean'],
    ).toBe(0.25);
  });
});

it('the defaults collect with GRPO', () => {
  const group = groupWith('t:s', [1, 0]);
  collectRewardAndAdvantageFromTrajectoryGroups([group]);
  expect(group.trajectories[0]?.steps[0]?.advantage).toBe(0.999998000004);
});
