// Public cases, sections 2 and 3: groups of one, empty groups, and which trajectories belong together.
import { expect, it } from 'vitest';
import { transformEpisodesToTrajectoryGroups } from '../../ts/grouping/transform-episodes.ts';
import type { AdvantageEstimator } from '../../ts/types/advantage-estimator.ts';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { groupWith } from '../support/make-groups.ts';
import { describeCases } from './kernel-cases.ts';

/** One episode a reward, each with one trajectory of one step. */
function episodesOf(ids: readonly string[], rewards: readonly (number | null)[]): Episode[] {
  return ids.map((id, i) =>
    createEpisode({
      id,
      trajectories: [
        createTrajectory({ name: 's', reward: rewards[i] ?? null, steps: [createStep()] }),
      ],
    }),
  );
}

const group = (episodes: readonly Episode[]) =>
  transformEpisodesToTrajectoryGroups(episodes, { onWarning: () => {} }).groups;

describeCases('group sizes', ({ estimate, collect }) => {
  it.each([
    ['grpo', {}, 0.6999993000007],
    ['grpo', { normAdvByStdInGrpo: false }, 0.7],
    ['rloo', {}, 0.7],
    ['reinforce', {}, 0.7],
    ['reinforce_plus_plus_baseline', {}, 0],
    ['prpo', {}, 0],
  ] as [Exclude<AdvantageEstimator, 'other'>, { normAdvByStdInGrpo?: boolean }, number][])(
    'case 14: a group of one, by estimator: %s %j',
    (estimator, options, value) => {
      expect(estimate(estimator, [[0.7]], options)).toEqual([[value]]);
    },
  );

  it('case 16: the std of one value is 0, not NaN', () => {
    const { metrics } = collect([[0.3]]);
    expect([metrics['reward/s/std'], metrics['advantage/s/std']]).toEqual([0, 0]);
    expect(estimate('prpo', [[0.3]])).toEqual([[0]]);
  });

  it('case 17: one rollout a task still gets an advantage, and the metrics say when none teaches', () => {
    const rewards = [[1], [0], [1]];
    const grpo = collect(rewards);
    expect(grpo.advantages).toEqual([[0.9999990000010001], [0], [0.9999990000010001]]);
    expect(grpo.warnings.map(({ kind }) => kind)).toEqual(['groups-of-one']);
    const centred = collect(rewards, { estimator: 'reinforce_plus_plus_baseline' });
    expect(centred.advantages).toEqual([[0], [0], [0]]);
    expect(centred.metrics['advantage/s/fraction_zero']).toBe(1);
  });

  it('case 19: a group without trajectories passes beside others of its role, and is named when alone', () => {
    const empty = () => groupWith('t7:s', []);
    const { metrics, advantages } = collect([empty(), groupWith('t8:s', [1, 0])], {
      estimator: 'reinforce_plus_plus_baseline',
    });
    expect(advantages).toEqual([[], [0.999998000004, -0.999998000004]]);
    expect(metrics['batch/s/total']).toBe(1);
    expect(() => collect([empty(), groupWith('t8:j', [1, 0])])).toThrow(/^role "s" .*\(t7:s\)/);
  });

  it('case 20: a rollout without steps is in no group and keeps no old advantage', () => {
    const episodes = episodesOf(['t:0', 't:1', 't:2', 't:3'], [1, 0, 0, 1]);
    for (const { trajectories } of episodes)
      trajectories[0]?.steps.forEach((step) => {
        step.advantage = 7;
      });
    (episodes[1] as Episode).trajectories = [createTrajectory({ name: 's', reward: 0 })];
    const { groups, metrics } = transformEpisodesToTrajectoryGroups(episodes);
    expect([
      metrics['groups/num_trajs_before_filter'],
      metrics['groups/num_trajs_after_filter'],
    ]).toEqual([4, 3]);
    expect(collect(groups).advantages).toEqual([
      [0.7071052811897296, -1.414210562379459, 0.7071052811897296],
    ]);
  });

  it('case 23: tasks whose ids contain colons are groups of their own', () => {
    const ids = ['math:alg:0', 'math:alg:1', 'math:geo:0', 'math:geo:1'];
    const groups = group(episodesOf(ids, [0, 1, 1, 1]));
    expect(groups.map(({ groupId }) => groupId)).toEqual(['math:alg:s', 'math:geo:s']);
    expect(collect(groups).advantages).toEqual([
      [-0.999998000004, 0.999998000004],
      [0, 0],
    ]);
  });

  it('case 26: rollouts of one task are compared, whatever their uids; all groups of one are told', () => {
    const ids = ['t:0', 't:1', 't:2', 't:3'];
    const right = collect(group(episodesOf(ids, [1, 0, 1, 0])));
    const a = 0.999998000004;
    expect(right.advantages).toEqual([[a, -a, a, -a]]);
    const wrong = collect(group(episodesOf(['a:0', 'b:0', 'c:0', 'd:0'], [1, 0, 1, 0])));
    expect(wrong.advantages.flat()).toEqual([0.9999990000010001, 0, 0.9999990000010001, 0]);
    expect(wrong.warnings[0]?.message).toMatch(/^each of the 4 groups has one trajectory/);
  });

  it('case 28: equal prompts of two tasks are two groups, different prompts of one task are one', () => {
    expect(collect(group(episodesOf(['t:0', 't:1'], [1, 0]))).advantages).toEqual([
      [0.999998000004, -0.999998000004],
    ]);
    const two = group(episodesOf(['t:0', 't:1', 'u:0', 'u:1'], [1, 1, 0, 0]));
    expect(collect(two).advantages).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('case 29: partial groups shift nobody else', () => {
    const a = 0.999998000004;
    expect(estimate('grpo', [[0, 1], [3]])).toEqual([[-a, a], [2.9999970000030003]]);
    expect(
      estimate('grpo', [
        [5, 5, 5],
        [0, 1],
      ]),
    ).toEqual([
      [0, 0, 0],
      [-a, a],
    ]);
  });

  it('case 35: the mean is of all rollouts, not of the first', () => {
    const centred = { normAdvByStdInGrpo: false };
    expect(estimate('grpo', [[1, 0, 0, 0]], centred)).toEqual([[0.75, -0.25, -0.25, -0.25]]);
  });

  it('case 2: rewards that are all missing are those of the last steps, and some missing are refused', () => {
    const ids = ['t:0', 't:1', 't:2'];
    const none = group(episodesOf(ids, [null, null, null]));
    expect(collect(none).advantages).toEqual([[0, 0, 0]]);
    expect(() => group(episodesOf(ids, [1, null, 0]))).toThrow('either all of its 3 trajectories');
    // Without the grouping's help the collector takes nothing for 0.
    expect(() => collect([groupWith('t:s', [null, null])])).toThrow('a missing reward is not 0');
  });
});
