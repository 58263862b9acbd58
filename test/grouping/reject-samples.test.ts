import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../ts/errors/config-error.ts';
import { groupByTaskAndName } from '../../ts/grouping/group-by-task-and-name.ts';
import {
  applyRejectionSamplingAndFiltering,
  type RejectionResult,
} from '../../ts/grouping/reject-samples.ts';
import {
  createRejectionState,
  type RejectionState,
  resetRejectionState,
} from '../../ts/grouping/rejection-state.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import type { RejectionSamplingConfig } from '../../ts/types/rejection-sampling-config.ts';
import { createTrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { same } from '../parity/compare.ts';
import { rejection } from '../parity/topics/rejection.ts';
import { slowRejection } from '../support/slow-rejection.ts';
import { attempt, rollouts, snapshot } from './episodes.ts';

function reject(
  episodes: Episode[],
  config: Partial<RejectionSamplingConfig>,
  state: RejectionState = createRejectionState(),
): RejectionResult {
  return applyRejectionSamplingAndFiltering(episodes, groupByTaskAndName(episodes), config, state);
}
const ids = ({ groups }: RejectionResult) => groups.map(({ groupId }) => groupId);

describe('applyRejectionSamplingAndFiltering', () => {
  it('counts tasks by outcome, in rLLM’s keys and order', () => {
    const episodes = [...rollouts('t', [1, 0]), ...rollouts('u', [1, 1]), ...rollouts('v', [0, 0])];
    expect(Object.entries(reject(episodes, {}).metrics)).toEqual([
      ['batch/num_tasks', 3],
      ['batch/solve_none', 1 / 3],
      ['batch/solve_all', 1 / 3],
      ['batch/solve_partial', 1 / 3],
      ['batch/groups_before_filter', 3],
      ['batch/groups_after_filter', 3],
      ['batch/groups_dropped_insufficient_trajs', 0],
    ]);
  });

  it('drops small groups in every mode; their episodes stay, empty and not counted', () => {
    const episodes = [...rollouts('t', [1]), ...rollouts('u', [1, 0])];
    const result = reject(episodes, { mode: 'none' });
    expect(ids(result)).toEqual(['u:solver']);
    expect(result.episodes.map(({ trajectories }) => trajectories.length)).toEqual([0, 1, 1]);
    expect(result.metrics).toMatchObject({ 'batch/num_tasks': 1, 'batch/solve_partial': 1 });
  });

  it('case 67: collects batches until enough tasks are solved in part', () => {
    const state = createRejectionState();
    const config = { mode: 'episode', minPartialSolveTasks: 2 } as const;
    const first = reject(rollouts('a', [1, 0]), config, state);
    expect([first.groups, first.episodes]).toEqual([[], []]);
    const second = reject(rollouts('b', [1, 0]), config, state);
    expect(ids(second)).toEqual(['a:solver', 'b:solver']);
    expect(second.episodes).toHaveLength(4);
  });

  it('case 68: gives the same groups again until the state is reset', () => {
    const state = createRejectionState();
    const count = (task: string) =>
      reject(rollouts(task, [1, 0]), { mode: 'episode' }, state).groups.length;
    expect([count('a'), count('b'), count('c')]).toEqual([1, 2, 3]);
    const released = state.accumulatedGroups;
    resetRejectionState(state);
    expect(count('d')).toBe(1);
    expect(released).toHaveLength(3);
    const fresh = createRejectionState();
    const resetting = ['a', 'b', 'c'].map((task) => {
      const { groups } = reject(rollouts(task, [1, 0]), { mode: 'episode' }, fresh);
      resetRejectionState(fresh);
      return groups.length;
    });
    expect(resetting).toEqual([1, 1, 1]);
  });

  it('counts on in mode none too', () => {
    const state = createRejectionState();
    reject(rollouts('a', [1, 0]), { mode: 'none' }, state);
    const { groups, metrics } = reject(rollouts('b', [1, 1]), { mode: 'none' }, state);
    expect(groups).toHaveLength(1);
    expect(metrics).toMatchObject({ 'batch/num_tasks': 2, 'batch/groups_before_filter': 2 });
  });

  it('case 19: drops a group without trajectories; without a minimum it is refused by its id', () => {
    const empty = createTrajectoryGroup({ groupId: 't7:solver' });
    const apply = (minTrajsPerGroup: number) =>
      applyRejectionSamplingAndFiltering([], [empty], { minTrajsPerGroup }, createRejectionState());
    expect(apply(1).metrics['batch/groups_dropped_insufficient_trajs']).toBe(1);
    expect(() => apply(0)).toThrow('group "t7:solver" has no trajectories');
  });

  it('cuts task ids where it is told to', () => {
    const episodes = () => [...rollouts('a:x', [1, 1]), ...rollouts('a:y', [0, 0])];
    const count = (idSeparator: 'first' | 'last') => {
      const given = episodes();
      const groups = groupByTaskAndName(given);
      const state = createRejectionState();
      return applyRejectionSamplingAndFiltering(given, groups, {}, state, { idSeparator }).metrics;
    };
    expect(count('last')['batch/num_tasks']).toBe(2);
    expect(count('first')['batch/solve_partial']).toBe(1);
  });

  const shared = () =>
    ['a:0', 'b:0', 'b:1'].map((id) =>
      createEpisode({ id, trajectories: [attempt('s', 1, [0], id === 'b:1' ? 'Y' : 'X')] }),
    );
  const twice = () => {
    const episodes = rollouts('t', [1, 0]);
    const [group] = groupByTaskAndName(episodes);
    group?.trajectories.push(...group.trajectories.slice(0, 1));
    return { episodes, groups: group ? [group] : [] };
  };

  it.each([
    ['an unknown mode', rollouts('t', [1]), { mode: 'typo' }, ConfigError],
    ['mode group', rollouts('t', [1]), { mode: 'group' }, /"group" is not implemented/],
    [
      'a frozen episode',
      [...rollouts('t', [1]), ...rollouts('u', [1]).map((one) => Object.freeze(one))],
      {},
      /^episode "u:0" must be an object that can be written on, not frozen/,
    ],
    ['case 32: a shared uid', shared(), {}, /uid "X" must be unique.*"a:0".*"b:0"/],
  ])('changes nothing when it refuses %s', (_, episodes, config, error) => {
    const state = createRejectionState();
    reject(rollouts('before', [1, 0]), { mode: 'episode' }, state);
    const [stateBefore, before] = [structuredClone(state), snapshot(episodes)];
    expect(() => reject(episodes, config as never, state)).toThrow(error);
    expect(snapshot(episodes)).toEqual(before);
    expect(state).toEqual(stateBefore);
  });

  it('case 32: refuses a trajectory that sits twice in a group', () => {
    const { episodes, groups } = twice();
    expect(() =>
      applyRejectionSamplingAndFiltering(episodes, groups, {}, createRejectionState()),
    ).toThrow(/must be unique, found in group "t:solver"/);
  });

  it('does what the slow one does', () => {
    const episodes = fc.array(
      fc.record({
        id: fc.constantFrom('a:0', 'a:1', 'b:0', 'b:x:1', 'c'),
        termination_reason: fc.constant(null),
        is_correct: fc.boolean(),
        trajectories: fc.array(
          fc.record({
            uid: fc.nat(40).map((n) => `u${n}`),
            name: fc.constantFrom('', 's', 'j'),
            reward: fc.constantFrom(1, 1, 1, null),
            steps: fc.array(fc.constant({ reward: 0 }), { maxLength: 2 }),
          }),
          { maxLength: 3 },
        ),
      }),
      { maxLength: 5 },
    );
    const records = fc.record({
      id: fc.constant('any'),
      batches: fc.array(episodes, { maxLength: 4 }),
      config: fc.record({
        mode: fc.constantFrom('none', 'episode', 'episode', 'group', 'typo'),
        min_trajs_per_group: fc.nat(3),
        min_partial_solve_tasks: fc.nat(3),
      }),
      reset_between: fc.boolean(),
      expect: fc.constant([]),
    });
    fc.assert(
      fc.property(records, (record) => {
        const { actual } = rejection.run(record, jsKernels) ?? {};
        const expected = slowRejection(record);
        if (!same(expected, actual)) expect(actual).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('neither loses nor invents anything', () => {
    const batches = fc.array(
      fc.array(fc.array(fc.constantFrom(0, 1), { maxLength: 4 }), { maxLength: 4 }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(
        batches,
        fc.nat(3),
        fc.nat(3),
        (tasks, minTrajsPerGroup, minPartialSolveTasks) => {
          const state = createRejectionState();
          const config = { mode: 'episode', minTrajsPerGroup, minPartialSolveTasks } as const;
          let partial = 0;
          tasks.forEach((outcomes, b) => {
            const episodes = outcomes.flatMap((list, t) => rollouts(`${b}-${t}`, list));
            const before = state.accumulatedGroups.length;
            const result = reject(episodes, config, state);
            const large = outcomes.filter((list) => list.length >= Math.max(1, minTrajsPerGroup));
            partial += large.filter((list) => new Set(list).size === 2).length;
            expect(state.accumulatedGroups.length).toBe(before + large.length);
            expect(state.counts.solvePartial).toBe(partial);
            expect(result.groups).toEqual(
              partial >= minPartialSolveTasks ? state.accumulatedGroups : [],
            );
            const kept = new Set(
              result.groups.flatMap(({ trajectories }) => trajectories.map(({ uid }) => uid)),
            );
            const left = result.episodes.flatMap(({ trajectories }) => trajectories);
            expect(new Set(left.map(({ uid }) => uid))).toEqual(kept);
          });
        },
      ),
    );
  });
});
