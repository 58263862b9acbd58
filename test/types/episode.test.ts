import { describe, expect, it } from 'vitest';
import { createEpisode, type EpisodeInit, rolloutIdx } from '../../ts/types/episode.ts';
import { TerminationReason } from '../../ts/types/termination-reason.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';

describe('createEpisode', () => {
  it('has rLLM’s defaults and an id of its own', () => {
    const { id, ...rest } = createEpisode();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(createEpisode().id).not.toBe(id);
    expect(rest).toEqual({
      task: null,
      terminationReason: null,
      isCorrect: false,
      sessionId: null,
      trajectories: [],
      artifacts: {},
      metrics: {},
      metadata: {},
    });
  });

  it('takes an undefined field for one that was left out', () => {
    const { id, ...rest } = createEpisode({ id: undefined, terminationReason: undefined } as never);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const { id: _, ...defaults } = createEpisode();
    expect(rest).toEqual(defaults);
  });

  it('keeps trajectories, artifacts, metrics and metadata, not copies', () => {
    const init = {
      trajectories: [createTrajectory()],
      artifacts: {},
      metrics: { turns: 3 },
      metadata: {},
      task: {},
    };
    const episode = createEpisode(init);
    for (const key of Object.keys(init) as (keyof typeof init)[])
      expect(episode[key]).toBe(init[key]);
  });

  it('reads the text of a termination reason; null stays null', () => {
    expect(createEpisode({ terminationReason: 'timeout' }).terminationReason).toBe(
      TerminationReason.TIMEOUT,
    );
    expect(createEpisode({ terminationReason: null }).terminationReason).toBeNull();
  });

  it.each([
    [{ terminationReason: 'TIMEOUT' }, /^termination reason must be one of .*, got "TIMEOUT"$/],
    [{ terminationReason: 5 }, /^termination reason must be one of .*, got 5$/],
    [{ id: 5 }, /^Episode\.id must be a string, got 5$/],
    [{ isCorrect: 1 }, /^Episode\.isCorrect must be a boolean, got 1$/],
    [{ sessionId: 5 }, /^Episode\.sessionId must be a string, got 5$/],
    [{ trajectories: {} }, /^Episode\.trajectories must be an array, got an object$/],
    [{ artifacts: null }, /^Episode\.artifacts must be an object, got null$/],
    [{ metrics: [] }, /^Episode\.metrics must be an object, got an array of 0$/],
    [{ metadata: 5 }, /^Episode\.metadata must be an object, got 5$/],
    [
      { is_correct: true },
      /^Episode has no field "is_correct"; it has id, task, terminationReason,/,
    ],
    [JSON.parse('{"__proto__":{}}'), /^Episode has no field "__proto__"; it has id, task,/],
    [null, /^Episode must be made of an object of its fields, got null$/],
  ])('refuses %o', (init, message) => {
    expect(() => createEpisode(init as EpisodeInit)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringMatching(message),
      }),
    );
  });
});

describe('rolloutIdx', () => {
  it.each([
    ['t:0', '0', '0'],
    ['t', null, null],
    ['', null, null],
    ['t:', '', ''],
    [':3', '3', '3'],
    ['math:alg:2', '2', 'alg'],
    ['a:b:c:d', 'd', 'b'],
  ])('of %j is %j, and %j when ids are cut at the first colon', (id, last, first) => {
    expect(rolloutIdx({ id })).toBe(last);
    expect(rolloutIdx({ id }, { idSeparator: 'first' })).toBe(first);
  });
});
