import { describe, expect, it } from 'vitest';
import { TransformConfig } from '../../ts/config/transform-config.ts';
import { groupByTaskAndName } from '../../ts/grouping/group-by-task-and-name.ts';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { groupRole, type TrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { attempt, rollouts, snapshot, solved } from './episodes.ts';

const quiet = { onWarning: () => {} };
const rewardsOf = (groups: readonly TrajectoryGroup[]) =>
  groups.map(({ groupId, trajectories }) => [groupId, trajectories.map(({ reward }) => reward)]);

describe('groupByTaskAndName', () => {
  it('keeps the order in which groups and their members appear, and the very objects', () => {
    const episodes = [solved('t:0', 1), solved('u:0', 0), solved('t:1', 0)];
    const groups = groupByTaskAndName(episodes);
    expect(rewardsOf(groups)).toEqual([
      ['t:solver', [1, 0]],
      ['u:solver', [0]],
    ]);
    expect(groups[0]?.trajectories[1]).toBe(episodes[2]?.trajectories[0]);
    expect(groups[0]?.metadata).toEqual([
      { taskId: 't', rolloutIdx: '0', terminationReason: null, isCorrect: true },
      { taskId: 't', rolloutIdx: '1', terminationReason: null, isCorrect: false },
    ]);
  });

  it('case 23: keeps tasks apart whose ids contain colons', () => {
    const episodes = [0, 1, 1, 1].map((reward, i) =>
      solved(`math:${i < 2 ? 'alg' : 'geo'}:${i % 2}`, reward),
    );
    expect(rewardsOf(groupByTaskAndName(episodes))).toEqual([
      ['math:alg:solver', [0, 1]],
      ['math:geo:solver', [1, 1]],
    ]);
    const transform = TransformConfig.create({ idSeparator: 'first' });
    const [first] = groupByTaskAndName(episodes, { transform });
    expect(first?.groupId).toBe('math:solver');
    expect(first?.metadata.map(({ rolloutIdx }) => rolloutIdx)).toEqual([
      'alg',
      'alg',
      'geo',
      'geo',
    ]);
  });

  it('case 25: refuses a colon in a name, unless ids are cut at the first one', () => {
    const episodes = [solved('t:0', 1, 'sol:ver')];
    expect(() => groupByTaskAndName(episodes)).toThrow(
      'trajectory name "sol:ver" in episode "t:0" must not contain ":"',
    );
    const transform = TransformConfig.create({ idSeparator: 'first' });
    const [group] = groupByTaskAndName(episodes, { transform });
    expect(groupRole(group as TrajectoryGroup, { idSeparator: 'first' })).toBe('sol');
  });

  it('takes an id without a colon for a task of its own', () => {
    const [group] = groupByTaskAndName([solved('lonely', 1)]);
    expect(group?.groupId).toBe('lonely:solver');
    expect(group?.metadata[0]).toMatchObject({ taskId: 'lonely', rolloutIdx: null });
  });

  it('case 26: puts all rollouts of a task into one group, whatever their uids', () => {
    expect(rewardsOf(groupByTaskAndName(rollouts('t', [1, 0, 1, 0])))).toEqual([
      ['t:solver', [1, 0, 1, 0]],
    ]);
  });

  it('case 28: goes by ids, not by texts', () => {
    const sameTask = ['#1 2+2', '#2 2+2'].map((task, i) => ({ ...solved(`t:${i}`, i), task }));
    expect(groupByTaskAndName(sameTask)).toHaveLength(1);
    const sameText = ['t:0', 'u:0'].map((id) => ({ ...solved(id, 1), task: '2+2' }));
    expect(groupByTaskAndName(sameText)).toHaveLength(2);
  });

  it('cases 29 and 34: keeps each task’s own rollouts when some of them failed', () => {
    const ids = ['t0:0', 't0:1', 't1:1', 't2:0', 't2:1'];
    const sizes = groupByTaskAndName(ids.map((id) => solved(id, 1))).map(
      ({ groupId, trajectories }) => [groupId, trajectories.length],
    );
    expect(sizes).toEqual([
      ['t0:solver', 2],
      ['t1:solver', 1],
      ['t2:solver', 2],
    ]);
  });

  it('case 2: takes the last step’s reward when none of a group has one, and says so', () => {
    const episodes = [0.5, 0, 0.25].map((last, i) =>
      createEpisode({ id: `t:${i}`, trajectories: [attempt('s', null, [0.1, last])] }),
    );
    const kinds: unknown[] = [];
    const groups = groupByTaskAndName(episodes, {
      onWarning: ({ kind, places }) => kinds.push([kind, places]),
    });
    expect(rewardsOf(groups)).toEqual([['t:s', [0.5, 0, 0.25]]]);
    expect(kinds).toEqual([['reward-from-last-step', ['t:s']]]);
  });

  it('case 2: refuses a group in which some rewards are missing, naming group and trajectory', () => {
    const episodes = [
      createEpisode({ id: 'u:0', trajectories: [attempt('s', null, [0.5])] }),
      createEpisode({ id: 't:0', trajectories: [attempt('s', 1)] }),
      createEpisode({ id: 't:1', trajectories: [attempt('s', null, [0.7], 'the-unscored')] }),
    ];
    const before = snapshot(episodes);
    expect(() => groupByTaskAndName(episodes, quiet)).toThrow(
      'group "t:s": either all of its 2 trajectories have a reward or none, but 1 of them has none: trajectory "the-unscored" of rollout "1"',
    );
    expect(snapshot(episodes)).toEqual(before);
  });

  it('case 64: names the trajectory that differs in its number of steps; broadcast does not care', () => {
    const episodes = [2, 3, 2].map((steps, i) =>
      createEpisode({
        id: `t:${i}`,
        trajectories: [attempt('s', 1, new Array(steps).fill(0), `uid-${i}`)],
      }),
    );
    const transform = TransformConfig.create({ broadcast: false });
    expect(() => groupByTaskAndName(episodes, { transform })).toThrow(
      'group "t:s": without broadcast all its trajectories must have the same number of steps; ' +
        'trajectory "uid-0" of rollout "0" has 2, but trajectory "uid-1" of rollout "1" has 3',
    );
    expect(groupByTaskAndName(episodes)).toHaveLength(1);
  });

  it('names the episode whose termination reason does not exist', () => {
    const episode: Episode = solved('t:0', 1);
    episode.terminationReason = 'TIMEOUT' as never;
    expect(() => groupByTaskAndName([episode])).toThrow(
      /^episode "t:0": termination reason must be one of .*, got "TIMEOUT"$/,
    );
  });

  it('names a few of many trajectories that differ, and not slowly', () => {
    const episodes = Array.from({ length: 30_000 }, (_, i) =>
      createEpisode({ id: `t:${i}`, trajectories: [attempt('s', i % 2 ? 1 : null, i ? [0] : [])] }),
    );
    for (const transform of [{}, { broadcast: false }].map(TransformConfig.create)) {
      episodes[1]?.trajectories[0]?.steps.push(createStep());
      try {
        groupByTaskAndName(episodes, { transform });
        expect.unreachable();
      } catch (error) {
        expect((error as Error).message).toMatch(/ and \d{5} more$/);
        expect((error as Error).message.length).toBeLessThan(1000);
      }
    }
  });
});
