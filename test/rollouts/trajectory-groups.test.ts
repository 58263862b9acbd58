import { describe, expect, it } from 'vitest';
import type { RolloutRow } from '../../ts/rollouts/row.ts';
import { toTrajectoryGroups } from '../../ts/rollouts/trajectory-groups.ts';

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
    const rows = [row({ source: 'a', group: 'b/c' }), row({ source: 'a/b', group: 'c' })];
    const apart = await toTrajectoryGroups(rows, { separateSources: true });
    expect(apart.map(({ trajectories }) => trajectories.length)).toEqual([1, 1]);
    expect(apart[0]?.groupId).toBe('a/b/c:solver');
    expect(await toTrajectoryGroups([row({ source: 'a' }), row({ source: 'b' })])).toHaveLength(1);
  });
});
