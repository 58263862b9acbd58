import { describe, expect, it, vi } from 'vitest';
import {
  type CollectOptions,
  collectRewardAndAdvantageFromTrajectoryGroups as collect,
} from '../../ts/advantage/collect.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';
import type { TrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import {
  advantagesOf,
  deepFreeze,
  groupWith,
  listener,
  precomputedGroup,
} from '../support/make-groups.ts';
import { slowEstimators, slowMetrics } from '../support/slow-oracle.ts';

const quiet: CollectOptions = { onWarning: () => {} };

describe('metrics', () => {
  const groups = (): TrajectoryGroup[] => [
    groupWith('t:s', [1, 0]),
    groupWith('t:j', [0.5]),
    groupWith('u:s', [1, 1]),
  ];

  it('have rLLM’s keys in rLLM’s order', () => {
    const of = (kind: string, role: string, keys: string[]) =>
      keys.map((key) => `${kind}/${role}/${key}`);
    const reward = ['mean', 'std', 'max', 'min'];
    expect(Object.keys(collect(groups(), {}, quiet))).toEqual([
      ...of('reward', 's', reward),
      ...of('reward', 'j', reward),
      ...of('advantage', 's', [...reward, 'fraction_zero']),
      ...of('advantage', 'j', [...reward, 'fraction_zero']),
      ...of('batch', 's', [
        'total',
        'informative',
        'fractions/effective',
        'fractions/too_easy',
        'fractions/too_hard',
        'group_reward_mean/p10',
        'group_reward_std/p10',
        'group_reward_mean/p50',
        'group_reward_std/p50',
        'group_reward_mean/p90',
        'group_reward_std/p90',
      ]),
    ]);
  });

  it.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
    'are those of the slow oracle, with %s kernels',
    (_, kernels) => {
      for (const estimator of [
        'grpo',
        'reinforce',
        'reinforce_plus_plus_baseline',
        'prpo',
        'rloo',
      ]) {
        const expected = slowMetrics(
          groups().map(({ groupId, trajectories }) => ({
            role: groupId.slice(2),
            rewards: trajectories.map(({ reward }) => reward as number),
          })),
          (_role, rewards) => slowEstimators[estimator]?.(rewards) ?? [],
        );
        const batch = groups();
        expect(collect(batch, { estimator }, { ...quiet, kernels })).toEqual(expected.metrics);
        expect(advantagesOf(batch).map((group) => group.flat())).toEqual([
          expected.advantages.get('s')?.[0],
          expected.advantages.get('j')?.[0],
          expected.advantages.get('s')?.[1],
        ]);
      }
    },
  );

  it('of no groups are none', () => {
    expect(collect([])).toEqual({});
    expect(collect([], {}, { collectAdvantage: false })).toEqual({});
  });

  it('without collecting are those of the rewards, and no step is touched', () => {
    const batch = [...groups(), precomputedGroup('v:s', [0.25, [1, 2, 3]], 2)];
    deepFreeze(batch);
    const { warnings, onWarning } = listener();
    const options = { collectAdvantage: false, onWarning };
    const metrics = collect(batch, { estimatorMap: { nobody: 'rloo' } }, options);
    expect(Object.keys(metrics)).toHaveLength(8);
    expect(metrics['reward/s/mean']).toBe(5 / 6);
    expect(warnings).toEqual([]);
    const kept = collect(batch, { usePrecomputedAdvantage: true }, options);
    expect(kept['reward/s/mean']).toBe(0.75);
  });

  it('are computed by the kernels that are given, and by no others', () => {
    const spies = Object.fromEntries(
      Object.entries(jsKernels).map(([call, fn]) => [
        call,
        typeof fn === 'function' ? vi.fn(fn) : fn,
      ]),
    ) as Partial<Kernels>;
    collect(
      groups(),
      { estimatorMap: { j: 'rloo' }, normAdvByStdInGrpo: false },
      { ...quiet, kernels: withFallback(spies) },
    );
    const calls = (call: keyof Kernels) => vi.mocked(spies[call] as () => void).mock.calls.length;
    expect({
      summarize: calls('summarize'),
      segmentSummaries: calls('segmentSummaries'),
      center: calls('center'),
      standardize: calls('standardize'),
      leaveOneOut: calls('leaveOneOut'),
    }).toEqual({ summarize: 4, segmentSummaries: 1, center: 1, standardize: 0, leaveOneOut: 1 });
  });

  it('are plain numbers', () => {
    for (const value of Object.values(collect(groups(), {}, quiet)))
      expect(value).toBeTypeOf('number');
  });
});
