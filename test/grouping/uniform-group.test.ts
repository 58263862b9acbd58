import { describe, expect, it } from 'vitest';
import { applyRejectionSamplingAndFiltering } from '../../ts/grouping/reject-samples.ts';
import { createRejectionState } from '../../ts/grouping/rejection-state.ts';
import { transformEpisodesToTrajectoryGroups } from '../../ts/grouping/transform-episodes.ts';
import { isUniformGroup } from '../../ts/grouping/uniform-group.ts';
import { createEpisode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';

describe('isUniformGroup', () => {
  it.each([
    [[], {}, true],
    [[0.7], {}, true],
    // Their mean is a bit beside them.
    [Array(7).fill(0.1), {}, true],
    [[1, 1, 0], {}, false],
    [[0.5, 0.5001], {}, false],
    [[0.5, 0.5001], { tolerance: 1e-3 }, true],
    [[Number.NaN, 1], { tolerance: 1 }, false],
    [[0, 0, 0.3], { above: 0.1 }, true],
    [[0, 1], { above: 0.1, below: 0.9 }, false],
    [[0.8, 1], { below: 0.9 }, true],
  ])('of %j with %j', (rewards, options, uniform) => {
    expect(isUniformGroup(rewards, options)).toBe(uniform);
  });

  it.each([
    [{ tolerance: -1 }, 'tolerance must be a finite number ≥ 0, got -1'],
    [{ above: Number.NaN }, 'above must be a number, got NaN'],
    [{ toleranse: 1 }, 'did you mean tolerance?'],
  ])('refuses %j', (options, message) => {
    expect(() => isUniformGroup([1], options as never)).toThrow(message);
  });
});

describe('dropUniform', () => {
  const make = () => {
    const episodes = [
      [1, 1],
      [1, 0],
      [0.5, 0.5001],
    ].flatMap((rewards, task) =>
      rewards.map((reward, i) =>
        createEpisode({
          id: `task-${task}:${i}`,
          isCorrect: reward === 1,
          trajectories: [createTrajectory({ name: 'solver', reward, steps: [createStep()] })],
        }),
      ),
    );
    return { episodes, groups: transformEpisodesToTrajectoryGroups(episodes).groups };
  };

  it('leaves groups out that teach nothing, and counts them', () => {
    const { episodes, groups } = make();
    const state = createRejectionState();
    const options = { dropUniform: { tolerance: 1e-3 } };
    const kept = applyRejectionSamplingAndFiltering(episodes, groups, {}, state, options);
    expect(kept.groups.map(({ groupId }) => groupId)).toEqual(['task-1:solver']);
    expect(episodes.map(({ trajectories }) => trajectories.length)).toEqual([0, 0, 1, 1, 0, 0]);
    expect(kept.metrics).toMatchObject({
      'batch/solve_all': 1 / 3,
      'batch/groups_after_filter': 1,
      'batch/groups_dropped_insufficient_trajs': 0,
      'batch/groups_dropped_uniform': 2,
    });
    const more = make();
    applyRejectionSamplingAndFiltering(more.episodes, more.groups, {}, state, options);
    expect(state.counts.groupsDroppedUniform).toBe(4);
  });

  it('is no part of the counts where it is not asked for', () => {
    const { episodes, groups } = make();
    const state = createRejectionState();
    const { metrics } = applyRejectionSamplingAndFiltering(episodes, groups, {}, state);
    expect(metrics).not.toHaveProperty('batch/groups_dropped_uniform');
    expect(state.counts).not.toHaveProperty('groupsDroppedUniform');
  });
});
