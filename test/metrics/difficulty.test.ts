import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import { difficultyMetrics, groupSignal } from '../../ts/metrics/difficulty.ts';
import { groupsOf, mixed, SEED, wild } from '../support/arbitrary-rewards.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import { slowMetrics } from '../support/slow-oracle.ts';

describe('groupSignal', () => {
  it.each([
    [0.5, 0.5, 'informative'],
    [1, 1e-8, 'informative'],
    [1, 9.99e-9, 'too-easy'],
    [1, 0, 'too-easy'],
    [7, 0, 'too-easy'],
    [0, 0, 'too-hard'],
    [-0, 0, 'too-hard'],
    [-1, 0, 'too-hard'],
    [0.5, 0, 'constant'],
    [NaN, NaN, 'constant'],
    [Infinity, NaN, 'too-easy'],
    [-Infinity, NaN, 'too-hard'],
    [0.5, Infinity, 'informative'],
  ])('a mean of %d and a std of %d is %s', (mean, std, signal) => {
    expect(groupSignal(mean, std)).toBe(signal);
  });
});

describe.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
  'difficultyMetrics with %s kernels',
  (_, kernels) => {
    it('looks at groups of two and more; without any there are no keys', () => {
      expect(difficultyMetrics('s', GroupedRewards.from([[1], [], [0]]), kernels)).toEqual({});
      expect(difficultyMetrics('s', GroupedRewards.from([]), kernels)).toEqual({});
      const one = difficultyMetrics('s', GroupedRewards.from([[1], [1, 0], []]), kernels);
      expect(one['batch/s/total']).toBe(1);
    });

    it('counts a NaN group in the total only, and its percentiles are NaN', () => {
      const metrics = difficultyMetrics(
        's',
        GroupedRewards.from([
          [1, NaN],
          [1, 0],
        ]),
        kernels,
      );
      expect(metrics).toMatchObject({
        'batch/s/total': 2,
        'batch/s/informative': 1,
        'batch/s/fractions/effective': 0.5,
        'batch/s/fractions/too_easy': 0,
        'batch/s/fractions/too_hard': 0,
        'batch/s/group_reward_mean/p50': NaN,
        'batch/s/group_reward_std/p90': NaN,
      });
    });

    it('counts a group of infinities as too easy', () => {
      const metrics = difficultyMetrics('s', GroupedRewards.from([[Infinity, Infinity]]), kernels);
      expect(metrics['batch/s/fractions/too_easy']).toBe(1);
    });

    it('agrees with the slow oracle', () => {
      fc.assert(
        fc.property(fc.oneof(groupsOf(mixed, 1), groupsOf(wild, 1)), (groups) => {
          const all = slowMetrics(
            groups.map((rewards) => ({ role: 's', rewards: rewards.map((r) => r + 0) })),
            (_role, rewards) => rewards.map((group) => [...group]),
          ).metrics;
          const rewards = GroupedRewards.from(groups.map((group) => group.map((r) => r + 0)));
          const metrics = difficultyMetrics('s', rewards, kernels);
          for (const [key, value] of Object.entries(metrics))
            expect([key, value]).toEqual([key, all[key]]);
          const expected = Object.keys(all).filter((key) => key.startsWith('batch/'));
          expect(Object.keys(metrics)).toEqual(expected);
        }),
        { seed: SEED },
      );
    });
  },
);
