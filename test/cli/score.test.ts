import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../ts/advantage/collect.ts';
import { score, toPools } from '../../ts/cli/score.ts';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import { jsKernels } from '../../ts/kernels/index.ts';
import type { RolloutRow } from '../../ts/rollouts/index.ts';
import { toTrajectoryGroups } from '../../ts/rollouts/index.ts';
import { RolloutColumns } from '../../ts/rollouts/table/rollout-columns.ts';

const row = fc.record({
  source: fc.constant('x'),
  line: fc.nat(1000),
  offset: fc.constant(0),
  group: fc.constantFrom('a', 'b', '', 'constructor', 'é\ud800', 'a:b'),
  role: fc.constantFrom('solver', 'judge', '__proto__'),
  reward: fc.oneof(
    fc.constantFrom(null, 0, 1, -0, Number.NaN, Number.POSITIVE_INFINITY),
    fc.double(),
  ),
  rolloutIndex: fc.constant(null),
});

describe('score', () => {
  it('gives what the collector gives for the same rows, bit for bit and in the same order', async () => {
    const estimators = fc.constantFrom(
      'grpo',
      'reinforce',
      'reinforce_plus_plus_baseline',
      'prpo',
      'rloo',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row), estimators, estimators, async (rows, estimator, other) => {
        const config = AlgorithmConfig.create({ estimator, estimatorMap: { judge: other } });
        const quiet = { kernels: jsKernels, onWarning: () => {} };
        const columns = new RolloutColumns();
        for (const one of rows) columns.add(one);
        const pools = toPools(columns);
        columns.releaseRewards();
        const scores = score(columns, pools, { config, epsilon: undefined, ...quiet });

        const groups = await toTrajectoryGroups(rows);
        const metrics = collectRewardAndAdvantageFromTrajectoryGroups(groups, config, quiet);
        expect(Object.entries(scores.metrics)).toEqual(Object.entries(metrics));

        const expected = new Map<string, number[]>();
        for (const { groupId, trajectories } of groups) {
          expected.set(
            groupId,
            trajectories.map(({ steps }) => steps[0]?.advantage as number),
          );
        }
        const found = [...scores.rollouts()].map(({ group, role, reward, advantage }) => {
          if (reward === null) expect(advantage).toBeNull();
          else expect(advantage).toBe(expected.get(`${group}:${role}`)?.shift());
          return { group, role, reward };
        });
        expect(found).toEqual(rows.map(({ group, role, reward }) => ({ group, role, reward })));
      }),
    );
  });

  it('keeps the same task in two sources apart when told to', () => {
    const columns = new RolloutColumns();
    const add = (source: string, reward: number): void => {
      const one: RolloutRow = {
        source,
        line: 1,
        offset: 0,
        group: 't',
        role: 'r',
        reward,
        rolloutIndex: null,
        set: source,
      };
      columns.add(one);
    };
    add('a', 1);
    add('a', 0);
    add('b', 5);
    add('b', 4);
    const config = AlgorithmConfig.create({ estimator: 'rloo' });
    const scores = score(columns, toPools(columns), {
      config,
      epsilon: undefined,
      kernels: jsKernels,
      onWarning: () => {},
    });
    expect([...scores.rollouts()].map(({ source, advantage }) => [source, advantage])).toEqual([
      ['a', 1],
      ['a', -1],
      ['b', 1],
      ['b', -1],
    ]);
  });
});
