import { describe, expect, it } from 'vitest';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import {
  ALL_GROUPS_ROLE,
  createTrajectoryGroup,
  groupRole,
  type TrajectoryGroup,
} from '../../ts/types/trajectory-group.ts';

describe('createTrajectoryGroup', () => {
  it('has rLLM’s defaults', () => {
    expect(createTrajectoryGroup()).toEqual({
      trajectories: [],
      groupId: '',
      metadata: [],
      weightVersion: 0,
    });
  });

  it('keeps trajectories and metadata, not copies', () => {
    const init = { trajectories: [createTrajectory()], metadata: [] };
    const group = createTrajectoryGroup(init);
    expect(group.trajectories).toBe(init.trajectories);
    expect(group.metadata).toBe(init.metadata);
  });

  it.each([
    [{ trajectories: null }, 'TrajectoryGroup.trajectories must be an array, got null'],
    [{ groupId: 7 }, 'TrajectoryGroup.groupId must be a string, got 7'],
    [{ metadata: {} }, 'TrajectoryGroup.metadata must be an array, got an object'],
    [
      { weightVersion: '1' },
      'TrajectoryGroup.weightVersion must be a number or a boolean, got "1"',
    ],
    [
      { group_id: 't:a' },
      'TrajectoryGroup has no field "group_id"; it has trajectories, groupId, metadata, weightVersion',
    ],
    [
      JSON.parse('{"__proto__":{}}'),
      'TrajectoryGroup has no field "__proto__"; it has trajectories, groupId, metadata, weightVersion',
    ],
    [null, 'TrajectoryGroup must be made of an object of its fields, got null'],
  ])('refuses %o', (init, message) => {
    expect(() => createTrajectoryGroup(init as Partial<TrajectoryGroup>)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
  });
});

describe('groupRole', () => {
  it.each([
    ['t:a', 'a', 'a'],
    ['t', ALL_GROUPS_ROLE, ALL_GROUPS_ROLE],
    ['', ALL_GROUPS_ROLE, ALL_GROUPS_ROLE],
    ['t:', ALL_GROUPS_ROLE, ALL_GROUPS_ROLE],
    [':', ALL_GROUPS_ROLE, ALL_GROUPS_ROLE],
    [':a', 'a', 'a'],
    [':r', 'r', 'r'],
    ['a:b:c', 'c', 'b'],
    ['a:b:', ALL_GROUPS_ROLE, 'b'],
    ['::', ALL_GROUPS_ROLE, ''],
    ['t:__proto__', '__proto__', '__proto__'],
  ])('case 25: of %j is %j, and %j when ids are cut at the first colon', (groupId, last, first) => {
    expect(groupRole({ groupId })).toBe(last);
    expect(groupRole({ groupId }, { idSeparator: 'first' })).toBe(first);
  });

  it.each([
    [{ groupId: 5 }, 'groupId must be a string, got 5'],
    [{}, 'groupId must be a string, got undefined'],
    [null, 'groupId must be a string, got undefined'],
  ])('is not read off %j', (group, message) => {
    expect(() => groupRole(group as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
  });
});
