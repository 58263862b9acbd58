import { describe, expect, it } from 'vitest';
import type { RolloutOrigin, RolloutRow } from '../../ts/rollouts/row.ts';
import { toTrajectoryGroups } from '../../ts/rollouts/trajectory-groups.ts';
import { readAll, readText, toBytes } from './read.ts';

function row(fields: Partial<RolloutRow>): RolloutRow {
  return {
    source: 'a',
    line: 1,
    offset: 0,
    group: 't',
    role: 'solver',
    reward: 1,
    rolloutIndex: null,
    ...fields,
  };
}

describe('toTrajectoryGroups', () => {
  it('makes a group of each task and role, in order, without the rows that have no reward', async () => {
    const groups = await toTrajectoryGroups([
      row({ group: 'x:y' }),
      row({ role: 'judge' }),
      row({ group: 'x:y', reward: 0 }),
      row({ group: 'z', reward: null }),
    ]);
    expect(groups.map(({ groupId, trajectories }) => [groupId, trajectories.length])).toEqual([
      ['x:y:solver', 2],
      ['t:judge', 1],
    ]);
  });

  it('keeps sources apart when told to, even where names and tasks run together', async () => {
    const rows = [row({ set: 'a', group: 'b/c' }), row({ set: 'a/b', group: 'c' })];
    const apart = await toTrajectoryGroups(rows);
    expect(apart.map(({ trajectories }) => trajectories.length)).toEqual([1, 1]);
    expect(apart[0]?.groupId).toBe('a/b/c:solver');
    expect(await toTrajectoryGroups([row({ source: 'a' }), row({ source: 'b' })])).toHaveLength(1);
  });

  it('keeps sources apart that the reader was told to keep apart, whoever passes the rows on', async () => {
    const sources = ['a', 'b'].map((name) => ({
      name,
      chunks: [toBytes('{"task_id": "t", "reward": 1}\n')],
    }));
    const rewarded = (await readAll(sources, { separateSources: true })).rows.filter(
      ({ reward }) => reward !== null,
    );
    const ids = (await toTrajectoryGroups(rewarded)).map(({ groupId }) => groupId);
    expect(ids).toEqual(['a/t:all_groups', 'b/t:all_groups']);
    expect(await toTrajectoryGroups((await readAll(sources)).rows)).toHaveLength(1);
  });

  it('tells of each trajectory where its rollout stands', async () => {
    const text =
      '{"task_id": "é", "reward": null}\n\n{"task_id": "t", "rollout_idx": 4, "reward": 1}\n';
    const groups = await toTrajectoryGroups((await readText(text)).rows);
    const origin: RolloutOrigin | undefined = groups[0]?.trajectories[0]?.metadata;
    expect(origin).toEqual({ source: 'test.jsonl', line: 3, offset: 35, rolloutIndex: '4' });
    expect(toBytes(text)[34]).toBe(10);
  });

  it('refuses what is no row', async () => {
    await expect(toTrajectoryGroups('logs/run-7' as never)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'rows must be what readRollouts gives (readGroups takes paths), got "logs/run-7"',
    });
    await expect(toTrajectoryGroups([{ id: 'an episode' }] as never)).rejects.toThrow(
      /^rows must be what readRollouts gives .*, got /,
    );
  });
});
