import { describe, expect, it } from 'vitest';
import { createStep } from '../../ts/types/step.ts';
import {
  createTrajectory,
  DEFAULT_TRAJECTORY_NAME,
  type TrajectoryInit,
} from '../../ts/types/trajectory.ts';

describe('createTrajectory', () => {
  it('has rLLM’s defaults, and no reward', () => {
    const { uid, ...rest } = createTrajectory();
    expect(uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(rest).toEqual({
      name: 'default_traj_name',
      task: null,
      steps: [],
      reward: null,
      signals: {},
      metadata: {},
    });
    expect(DEFAULT_TRAJECTORY_NAME).toBe('default_traj_name');
  });

  it('takes an undefined field for one that was left out', () => {
    const { uid, ...rest } = createTrajectory({ name: undefined, uid: undefined } as never);
    expect(uid).toMatch(/^[0-9a-f-]{36}$/);
    const { uid: _, ...defaults } = createTrajectory();
    expect(rest).toEqual(defaults);
  });

  it('has a uid of its own, unless it is given one', () => {
    expect(createTrajectory().uid).not.toBe(createTrajectory().uid);
    expect(createTrajectory({ uid: '7' }).uid).toBe('7');
  });

  it('keeps steps, task, signals and metadata, not copies', () => {
    const init = { steps: [createStep()], task: {}, signals: { format: 1 }, metadata: {} };
    const trajectory = createTrajectory(init);
    for (const key of Object.keys(init) as (keyof typeof init)[])
      expect(trajectory[key]).toBe(init[key]);
    expect(trajectory.steps[0]).toBe(init.steps[0]);
  });

  it('takes a boolean reward for 1 or 0, and keeps NaN and 0, which are not absent', () => {
    const rewards = [true, false, NaN, -0, null].map(
      (reward) => createTrajectory({ reward }).reward,
    );
    expect(rewards).toEqual([1, 0, NaN, -0, null]);
  });

  it.each([
    [{ reward: '1' }, 'Trajectory.reward must be a number or a boolean, got "1"'],
    [{ reward: 1n }, 'Trajectory.reward must be a number or a boolean, got 1n'],
    [{ reward: [1] }, 'Trajectory.reward must be a number or a boolean, got an array of 1'],
    [{ uid: 7 }, 'Trajectory.uid must be a string, got 7'],
    [{ uid: null }, 'Trajectory.uid must be a string, got null'],
    [{ name: null }, 'Trajectory.name must be a string, got null'],
    [{ steps: {} }, 'Trajectory.steps must be an array, got an object'],
    [{ steps: null }, 'Trajectory.steps must be an array, got null'],
    [{ signals: null }, 'Trajectory.signals must be an object, got null'],
    [{ metadata: 'm' }, 'Trajectory.metadata must be an object, got "m"'],
    [
      { rewards: 1 },
      'Trajectory has no field "rewards"; it has uid, name, task, steps, reward, signals, metadata',
    ],
    [
      JSON.parse('{"__proto__":{"reward":1}}'),
      'Trajectory has no field "__proto__"; it has uid, name, task, steps, reward, signals, metadata',
    ],
    [null, 'Trajectory must be made of an object of its fields, got null'],
    [7, 'Trajectory must be made of an object of its fields, got 7'],
  ])('refuses %o', (init, message) => {
    expect(() => createTrajectory(init as TrajectoryInit)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
  });
});
