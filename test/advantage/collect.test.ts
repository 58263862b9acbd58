import { describe, expect, it } from 'vitest';
import {
  type CollectOptions,
  collectRewardAndAdvantageFromTrajectoryGroups as collect,
} from '../../ts/advantage/collect.ts';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import type { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { advantagesOf, groupWith, precomputedGroup } from '../support/make-groups.ts';
import { register } from '../support/register.ts';
import { slowEstimators } from '../support/slow-oracle.ts';

const quiet: CollectOptions = { onWarning: () => {} };

describe('advantages', () => {
  it('go on every step of their trajectory', () => {
    const groups = [
      groupWith('t:solver', [1, 0], (t) => Array.from({ length: t + 2 }, () => ({}))),
    ];
    collect(groups, { estimator: 'rloo' });
    expect(advantagesOf(groups)).toEqual([
      [
        [1, 1],
        [-1, -1, -1],
      ],
    ]);
  });

  it('are computed over all groups of a role in one call, given with the groups in order', () => {
    const seen: { rewards: number[][]; groups: readonly TrajectoryGroup[] | undefined }[] = [];
    register('spy', (rewards, options) => {
      seen.push({ rewards: rewards.toArrays(), groups: options?.groups });
      return { advantages: rewards };
    });
    const [a, b, c] = [groupWith('t:s', [1, 0]), groupWith('t:j', [7]), groupWith('u:s', [0.5])];
    collect([a, b, c], { estimator: 'spy' }, quiet);
    expect(seen).toEqual([
      { rewards: [[1, 0], [0.5]], groups: [a, c] },
      { rewards: [[7]], groups: [b] },
    ]);
    expect(seen[0]?.groups?.[0]).toBe(a);
  });

  it('of a role come from its estimator in the map, else from the default', () => {
    const groups = [groupWith('t:s', [1, 0]), groupWith('t:j', [1, 0]), groupWith('t:k', [1, 0])];
    collect(groups, {
      estimator: 'rloo',
      estimatorMap: { j: 'reinforce', k: ['grpo', 'ppo'] },
      normAdvByStdInGrpo: false,
    });
    expect(advantagesOf(groups).map((group) => group.flat(2))).toEqual([
      [1, -1],
      [1, 0],
      [0.5, -0.5],
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', ''])(
    'know a role called %j by its own entry of the map only',
    (role) => {
      const groups = [groupWith(`t:${role}`, [1, 0])];
      const metrics = collect(groups, { estimator: 'rloo' });
      expect(advantagesOf(groups).flat(2)).toEqual([1, -1]);
      const name = role === '' ? 'all_groups' : role;
      expect(metrics[`reward/${name}/mean`]).toBe(0.5);
      collect(groups, { estimator: 'rloo', estimatorMap: { [name]: 'reinforce' } }, quiet);
      expect(advantagesOf(groups).flat(2)).toEqual([1, 0]);
      expect('mean' in {}).toBe(false);
    },
  );

  it('take a map that was read from JSON, with a role called __proto__', () => {
    const groups = [groupWith('t:__proto__', [1, 0])];
    collect(groups, { estimatorMap: JSON.parse('{"__proto__":"reinforce"}') });
    expect(advantagesOf(groups).flat(2)).toEqual([1, 0]);
  });

  it('find roles where ids are cut: last colon, or first', () => {
    const groups = [groupWith('math:alg:solver', [1, 0])];
    expect(Object.keys(collect(groups))[0]).toBe('reward/solver/mean');
    const first = collect(groups, {}, { ...quiet, idSeparator: 'first' });
    expect(Object.keys(first)[0]).toBe('reward/alg/mean');
  });

  it('take the epsilon of the options', () => {
    const groups = [groupWith('t:s', [1, 0])];
    collect(groups, {}, { epsilon: 0.5 });
    expect(advantagesOf(groups).flat(2)).toEqual([0.5, -0.5]);
    collect(groups, {}, { ...quiet, epsilon: 0 });
    expect(advantagesOf(groups).flat(2)).toEqual([1, -1]);
  });

  it('take a whole config as well as the fields that differ', () => {
    const config = AlgorithmConfig.create({
      estimator: 'rloo',
      estimatorMap: { j: ['grpo', 'ppo'] },
    });
    const groups = [groupWith('t:s', [1, 0])];
    collect(groups, config, quiet);
    expect(advantagesOf(groups).flat(2)).toEqual([1, -1]);
  });

  it('are booleans’ too, assigned after the trajectory was made', () => {
    const group = groupWith('t:s', [0, 0]);
    (group.trajectories[0] as { reward: unknown }).reward = true;
    (group.trajectories[1] as { reward: unknown }).reward = false;
    const metrics = collect([group], { estimator: 'reinforce' });
    expect(advantagesOf([group]).flat(2)).toEqual([1, 0]);
    expect(metrics['reward/s/max']).toBe(1);
  });

  it('leave trajectories without steps in the numbers', () => {
    const group = groupWith('t:s', [1, 0, 0], (t) => (t === 1 ? [] : [{}]));
    const metrics = collect([group], { estimator: 'rloo' });
    expect(advantagesOf([group])).toEqual([[[1], [], [-0.5]]]);
    expect(metrics['advantage/s/min']).toBe(-0.5);
    expect(metrics['reward/s/mean']).toBe(1 / 3);
  });

  it('of a trajectory that sits in two groups are those of the later one', () => {
    const shared = createTrajectory({
      reward: 1,
      steps: groupWith('', [0]).trajectories[0]?.steps ?? [],
    });
    const other = (reward: number) => createTrajectory({ reward });
    const groups = [
      createTrajectoryGroup({ groupId: 't:s', trajectories: [shared, other(0)] }),
      createTrajectoryGroup({ groupId: 'u:s', trajectories: [shared, other(1), other(1)] }),
    ];
    const metrics = collect(groups, { estimator: 'rloo' });
    expect(shared.steps[0]?.advantage).toBe(0);
    expect(metrics['reward/s/mean']).toBe(0.8);
  });

  it('of a group that is listed twice are the same, and it counts twice', () => {
    const group = groupWith('t:s', [1, 0]);
    const metrics = collect([group, group], { estimator: 'rloo' });
    expect(advantagesOf([group]).flat(2)).toEqual([1, -1]);
    expect(metrics['batch/s/total']).toBe(2);
    const precomputed = precomputedGroup('t:s', [0.5, 0.25], 2);
    const again = collect([precomputed, precomputed], { usePrecomputedAdvantage: true });
    expect(advantagesOf([precomputed])).toEqual([[[[0.5, 0.5]], [[0.25, 0.25]]]]);
    expect(again).toEqual(
      collect([precomputedGroup('t:s', [0.5, 0.25], 2)], { usePrecomputedAdvantage: true }),
    );
  });

  it('of one huge group', () => {
    const rewards = Array.from({ length: 100_000 }, (_, i) => (i % 7) / 7);
    const group = groupWith('t:s', rewards);
    const metrics = collect([group]);
    const expected = slowEstimators.grpo?.([rewards]).flat() ?? [];
    expect(
      group.trajectories.every(({ steps }, t) => Object.is(steps[0]?.advantage, expected[t])),
    ).toBe(true);
    expect(metrics['batch/s/total']).toBe(1);
  });

  it('of many groups', () => {
    const groups = Array.from({ length: 5000 }, (_, g) => groupWith(`${g}:s`, [g % 2, 1]));
    expect(collect(groups)['batch/s/informative']).toBe(2500);
  });

  it('by an estimator that sorts its groups stay with the trajectories whose rewards it saw', () => {
    register('sorter', ({ values }, { groups = [] } = {}) => {
      for (const { trajectories } of groups)
        trajectories.sort((a, b) => Number(a.reward) - Number(b.reward));
      return { advantages: values };
    });
    const group = groupWith('t:s', [1, 0, 0.5]);
    const before = [...group.trajectories];
    collect([group], { estimator: 'sorter' }, quiet);
    expect(before.map(({ steps }) => steps[0]?.advantage)).toEqual([1, 0, 0.5]);
  });

  it('by an estimator that scribbles on its input leave the metrics of the rewards alone', () => {
    register('scribbler', ({ values }) => {
      for (let i = 0; i < values.length; i++) values[i] = 99;
      return { advantages: values };
    });
    const metrics = collect([groupWith('t:s', [1, 0])], { estimator: 'scribbler' });
    expect([metrics['reward/s/mean'], metrics['advantage/s/mean']]).toEqual([0.5, 99]);
  });

  it('by an estimator that uses one array again and again stay each role’s own', () => {
    const scratch = new Float64Array(2);
    for (const [name, give] of [
      ['flat', () => scratch],
      ['grouped', (rewards: GroupedRewards) => rewards.withValues(scratch)],
    ] as const) {
      register(name, (rewards) => {
        scratch.set(rewards.values);
        return { advantages: give(rewards) };
      });
      const groups = [groupWith('t:s', [1, 2]), groupWith('t:j', [3, 4])];
      collect(groups, { estimator: name });
      expect(advantagesOf(groups).flat(3)).toEqual([1, 2, 3, 4]);
    }
  });
});
