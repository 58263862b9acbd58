import { describe, expect, it } from 'vitest';
import { reduceMetricsByTrajectoryName } from '../../ts/metrics/reduce-metrics-by-trajectory-name.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../../ts/types/trajectory-group.ts';

function group(...members: readonly (readonly [string, number | null])[]): TrajectoryGroup {
  const trajectories = members.map(([name, reward]) => createTrajectory({ name, reward }));
  return createTrajectoryGroup({ trajectories });
}

describe('reduceMetricsByTrajectoryName', () => {
  it('pools rewards by name over all groups', () => {
    const groups = [group(['a', 1], ['b', 0.5]), group(['a', 0], ['a', 0])];
    expect(
      Object.entries(reduceMetricsByTrajectoryName(groups, { includeFractionZero: true })),
    ).toEqual([
      ['reward/a/mean', 1 / 3],
      ['reward/a/max', 1],
      ['reward/a/min', 0],
      ['reward/a/std', expect.closeTo(Math.sqrt(2) / 3, 15)],
      ['reward/a/fraction_zero', 2 / 3],
      ['reward/b/mean', 0.5],
      ['reward/b/max', 0.5],
      ['reward/b/min', 0.5],
      ['reward/b/std', 0],
      ['reward/b/fraction_zero', 0],
    ]);
  });

  it('skips missing rewards; a name keeps its place, and is left out when it has none', () => {
    const groups = [group(['b', null], ['a', 1]), group(['b', 2], ['c', null])];
    const keys = Object.keys(reduceMetricsByTrajectoryName(groups, { prefix: 'val' }));
    expect(keys.filter((key) => key.endsWith('/mean'))).toEqual(['val/b/mean', 'val/a/mean']);
  });

  it('gives nothing for nothing', () => {
    expect(reduceMetricsByTrajectoryName([])).toEqual({});
  });

  it('skips a reward that is not there at all, and refuses one that is no number', () => {
    const groups = (rewards: readonly object[]) =>
      [{ trajectories: rewards.map((one) => ({ name: 'a', ...one })) }] as never;
    const metrics = reduceMetricsByTrajectoryName(groups([{}, { reward: 1 }, { reward: false }]));
    expect(metrics['reward/a/mean']).toBe(0.5);
    expect(() => reduceMetricsByTrajectoryName(groups([{ reward: '1' }]))).toThrow(
      'reward of "a" must be a number or a boolean, got "1"',
    );
  });
});
