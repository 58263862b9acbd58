import { describe, expect, it } from 'vitest';
import { createEpisode } from '../../ts/types/episode.ts';
import { type IdSeparator, taskId } from '../../ts/types/ids.ts';
import { createTrajectoryGroup } from '../../ts/types/trajectory-group.ts';

describe('taskId', () => {
  it.each([
    ['t:0', 't', 't'],
    ['t', 't', 't'],
    ['', '', ''],
    ['t:', 't', 't'],
    [':a', '', ''],
    ['math:alg:0', 'math:alg', 'math'],
    ['::', ':', ''],
    ['a:b:', 'a:b', 'a'],
  ])('of %j is %j, and %j when ids are cut at the first colon', (id, last, first) => {
    expect(taskId({ id })).toBe(last);
    expect(taskId({ id }, { idSeparator: 'last' })).toBe(last);
    expect(taskId({ groupId: id }, { idSeparator: 'first' })).toBe(first);
  });

  it('is read off episodes and groups', () => {
    expect(taskId(createEpisode({ id: 'a:b:0' }))).toBe('a:b');
    expect(taskId(createTrajectoryGroup({ groupId: 'a:b:solver' }))).toBe('a:b');
  });

  it.each(['First', '', null])('refuses to cut at %j', (idSeparator) => {
    expect(() => taskId({ id: 'a:b' }, { idSeparator: idSeparator as IdSeparator })).toThrow(
      'idSeparator must be "last" or "first", got',
    );
  });

  it.each([
    [{ id: 5 }, 'id must be a string, got 5'],
    [{ groupId: null }, 'groupId must be a string, got null'],
    [{}, 'groupId must be a string, got undefined'],
    [null, 'an owner of an id must be an object, got null'],
    ['a:b', 'an owner of an id must be an object, got "a:b"'],
  ])('refuses to read it off %j', (owner, message) => {
    expect(() => taskId(owner as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
  });
});
