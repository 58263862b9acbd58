import { describe, expect, it } from 'vitest';
import { poolMetrics } from '../../ts/advantage/pool-metrics.ts';
import type { RolePool } from '../../ts/advantage/role-pool.ts';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import { createTrajectoryGroup } from '../../ts/types/trajectory-group.ts';

const pool = (role: string, rewards: readonly number[][]): RolePool => ({
  role,
  rewards: GroupedRewards.from(rewards),
  groupId: (g) => `${g}:${role}`,
  groups: rewards.map((_, g) => createTrajectoryGroup({ groupId: `${g}:${role}` })),
});

describe('poolMetrics', () => {
  it('without advantages gives rewards only', () => {
    const metrics = poolMetrics([pool('s', [[1, 0]])], null, jsKernels);
    expect(metrics).toEqual({
      'reward/s/mean': 0.5,
      'reward/s/std': 0.5,
      'reward/s/max': 1,
      'reward/s/min': 0,
    });
  });

  it('orders rewards by pool, advantages by their own map, difficulty by pool', () => {
    const advantages = new Map([
      ['b', Float64Array.of(1)],
      ['a', Float64Array.of(2)],
    ]);
    const pools = [pool('a', [[1, 0]]), pool('b', [[0, 1]])];
    const keys = Object.keys(poolMetrics(pools, advantages, jsKernels));
    const heads = [...new Set(keys.map((key) => key.split('/').slice(0, 2).join('/')))];
    expect(heads).toEqual([
      'reward/a',
      'reward/b',
      'advantage/b',
      'advantage/a',
      'batch/a',
      'batch/b',
    ]);
  });

  it('names the first eight empty groups and counts the rest', () => {
    const empty = pool(
      's',
      Array.from({ length: 10 }, () => []),
    );
    expect(() => poolMetrics([empty], null, jsKernels)).toThrow(
      'role "s" has no trajectories in any of its groups (0:s, 1:s, 2:s, 3:s, 4:s, 5:s, 6:s, 7:s and 2 more): nothing to take a mean of',
    );
  });
});
