import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Warning } from '../../ts/errors/warning.ts';
import { calculateGrpoAdvantages } from '../../ts/estimators/grpo.ts';
import {
  type TransformOptions,
  transformEpisodesToTrajectoryGroups,
} from '../../ts/grouping/transform-episodes.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { createTrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { same } from '../parity/compare.ts';
import { transform } from '../parity/topics/transform.ts';
import { deepFreeze } from '../support/make-groups.ts';
import { slowTransform } from '../support/slow-transform.ts';
import { attempt, rollouts, snapshot, solved } from './episodes.ts';

function run(episodes: readonly Episode[], options: TransformOptions = {}) {
  const warnings: Warning[] = [];
  const onWarning = (warning: Warning) => warnings.push(warning);
  return { ...transformEpisodesToTrajectoryGroups(episodes, { onWarning, ...options }), warnings };
}

/** What is wrong with the unnamed, the unscored and the frozen shows after something was written. */
describe('after a throw all is as it was:', () => {
  const unnamed = (id: string) => solved(id, 0, '');
  const unscored = (id: string) => createEpisode({ id, trajectories: [attempt('', null, [0.5])] });

  it.each<[string, () => Episode[], TransformOptions]>([
    ['a handler of warnings', () => [unscored('t:0')], { onWarning: refuseAll }],
    [
      'a hook that wrote names, rewards and lists',
      () => [unnamed('t:0'), unscored('u:0')],
      {
        trajGroupingHook([first, second]) {
          Object.assign(first?.trajectories[0] ?? {}, { name: 'x', reward: 9 });
          first?.trajectories.push(attempt('y', 1));
          if (second) second.trajectories = [];
          throw new Error('no');
        },
      },
    ],
    [
      'a hook that gives no groups',
      () => [unnamed('t:0')],
      { trajGroupingHook: (async () => []) as never },
    ],
    [
      'a hook that gives metadata that is no list',
      () => [unnamed('t:0')],
      { trajGroupingHook: () => [{ groupId: 't', trajectories: [], metadata: {} }] as never },
    ],
    [
      'a frozen trajectory that is to be named',
      () => [unnamed('t:0'), deepFreeze(unnamed('u:0'))],
      {},
    ],
    [
      'a frozen episode that is to lose one',
      () => [unnamed('t:0'), Object.freeze(unnamed('u:0'))],
      { transform: { imputeMissingNames: false, dropUnnamedTraj: true } },
    ],
    [
      'a frozen trajectory that is to get a reward',
      () => [unscored('t:0'), createEpisode({ id: 'u:0', trajectories: [frozenUnscored()] })],
      {},
    ],
  ])('%s', (_, make, options) => {
    const episodes = make();
    const before = snapshot(episodes);
    const lists = episodes.map(({ trajectories }) => trajectories);
    expect(() => run(episodes, options)).toThrow();
    expect(snapshot(episodes)).toEqual(before);
    episodes.forEach(({ trajectories }, e) => {
      expect(trajectories).toBe(lists[e]);
    });
  });
});

it.each([
  [null, 'episodes must be an array of episodes, got null'],
  [[null], 'episodes[0] must be an episode with an id that is a string, got null'],
  [[{ id: 7 }], 'episodes[0] must be an episode with an id that is a string, got 7'],
  [[{ id: 't:0' }], 'episode "t:0" trajectories must be an array, got undefined'],
  [[{ id: 't:0', trajectories: [{}] }], 'episode "t:0" trajectory 0 name must be a string'],
  [
    [{ id: 't:0', trajectories: [{ name: 's' }] }],
    'episode "t:0" trajectory 0 steps must be an array, got undefined',
  ],
])('refuses %j as episodes', (episodes, message) => {
  expect(() => run(episodes as never)).toThrow(message);
});

it('takes JSON that lacks a termination reason or a reward for one that nobody gave', () => {
  const steps = [{ reward: 0.5 }];
  const episode = { id: 't:0', trajectories: [{ uid: '1', name: 's', steps }] };
  const { groups } = run([episode as never]);
  expect(groups[0]?.trajectories[0]?.reward).toBe(0.5);
  expect(groups[0]?.metadata[0]?.terminationReason).toBeNull();
});

describe('transformEpisodesToTrajectoryGroups', () => {
  it('counts in rLLM’s keys and order', () => {
    const episodes = [...rollouts('t', [1, 0, 0]), ...rollouts('u', [1])];
    expect(Object.entries(run(episodes).metrics)).toEqual([
      ['groups/num_trajs_before_filter', 4],
      ['groups/num_trajs_after_filter', 4],
      ['groups/num_groups', 2],
      ['groups/avg_group_size', 2],
      ['groups/max_group_size', 3],
      ['groups/min_group_size', 1],
    ]);
  });

  it.each([
    [{ onwarning: () => {} }, 'unknown option "onwarning"; did you mean onWarning?'],
    [{ trajGroupinghook: () => [] }, 'did you mean trajGroupingHook?'],
    [{ imputeMissingNames: false }, 'unknown option "imputeMissingNames"; known are transform,'],
    [{ metricsPrefix: 7 }, 'metricsPrefix must be a string, got 7'],
    [{ trajGroupingHook: 'byTask' }, 'trajGroupingHook must be a function, got "byTask"'],
    [{ onWarning: null }, 'onWarning must be a function, got null'],
    [null, 'options must be an object, got null'],
  ])('refuses the options %j', (options, message) => {
    expect(() => transformEpisodesToTrajectoryGroups([], options as never)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining(message),
      }),
    );
  });

  it('gives zeros when there are no groups', () => {
    const { groups, metrics } = run([createEpisode({ id: 't:0' })], { metricsPrefix: 'val' });
    expect(groups).toEqual([]);
    expect(Object.values(metrics)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(Object.keys(metrics)[0]).toBe('val/num_trajs_before_filter');
  });

  it('case 20: leaves out a trajectory without steps', () => {
    const episodes = [1, 0, 0, 1].map((reward, i) =>
      createEpisode({
        id: `t:${i}`,
        trajectories: [attempt('s', reward, i === 1 ? [] : [0])],
      }),
    );
    const { groups, metrics } = run(episodes);
    const rewards = groups.map((group) => group.trajectories.map((one) => Number(one.reward)));
    expect(rewards).toEqual([[1, 0, 1]]);
    expect(metrics['groups/num_trajs_before_filter']).toBe(4);
    expect(metrics['groups/num_trajs_after_filter']).toBe(3);
    expect(calculateGrpoAdvantages(rewards).advantages.toArrays()[0]?.[1]).toBeCloseTo(
      -Math.SQRT2,
      3,
    );
    expect(episodes[1]?.trajectories[0]?.steps).toEqual([]);
  });

  it('case 31: reports a group that holds different tasks', () => {
    const episodes = ['t0', 't1', 't2', 't3'].map((task) => solved(`${task}:0`, 1));
    const { warnings } = run(episodes, {
      trajGroupingHook: (given) => [
        createTrajectoryGroup({
          groupId: 'all:solver',
          trajectories: given.flatMap(({ trajectories }) => trajectories),
          metadata: given.map(({ id, isCorrect }) => ({
            taskId: id.split(':')[0] as string,
            rolloutIdx: '0',
            terminationReason: null,
            isCorrect,
          })),
        }),
      ],
    });
    expect(warnings).toEqual([
      {
        kind: 'mixed-tasks',
        message:
          '1 of 1 groups hold trajectories of different tasks; first: group "all:solver" with tasks "t0", "t1", "t2", "t3"',
        places: ['all:solver'],
      },
    ]);
  });

  it('case 32: refuses a uid that two trajectories share, naming both', () => {
    const episodes = ['a:0', 'b:0'].map((id) =>
      createEpisode({ id, trajectories: [attempt('s', 1, [0], 'X')] }),
    );
    expect(() => run(episodes)).toThrow(
      'trajectory uid "X" must be unique, found in episode "a:0" ("s") and in episode "b:0" ("s")',
    );
  });

  it('names the unnamed by their position, or drops them, and says so', () => {
    const unnamed = () => [
      createEpisode({
        id: 't:0',
        trajectories: [attempt('solver', 1), attempt('default_traj_name', 1), attempt('', 1)],
      }),
    ];
    const named = run(unnamed());
    expect(named.groups.map(({ groupId }) => groupId)).toEqual([
      't:solver',
      't:default_traj_name_1',
      't:default_traj_name_2',
    ]);
    expect(named.warnings.map(({ kind, places }) => [kind, places])).toEqual([
      ['trajectories-renamed', ['t:0']],
    ]);
    const episodes = unnamed();
    const dropped = run(episodes, {
      transform: { imputeMissingNames: false, dropUnnamedTraj: true },
    });
    expect(dropped.metrics['groups/num_trajs_before_filter']).toBe(1);
    expect(episodes[0]?.trajectories).toHaveLength(1);
    expect(dropped.warnings[0]?.message).toBe(
      '2 unnamed trajectories left their episodes; first in episode "t:0"',
    );
  });

  it('gives the hook named episodes and the checked configs', () => {
    const episodes = [createEpisode({ id: 't:0', trajectories: [attempt('', 1)] })];
    run(episodes, {
      transform: { broadcast: false },
      trajGroupingHook: (given, { transform: config, compact }) => {
        expect(given[0]?.trajectories[0]?.name).toBe('default_traj_name_0');
        expect(config).toMatchObject({ broadcast: false, imputeMissingNames: true });
        expect(compact).toBeNull();
        return [];
      },
    });
  });

  it.each([
    ['throws', () => refuseAll()],
    ['gives no array', () => null],
    ['gives what is no group', () => [{ groupId: 't:s' }]],
  ])('takes the names back when the hook %s', (_, hook) => {
    const episodes = [createEpisode({ id: 't:0', trajectories: [attempt('', 1)] })];
    const before = snapshot(episodes);
    const lists = episodes.map(({ trajectories }) => trajectories);
    for (const config of [{}, { imputeMissingNames: false, dropUnnamedTraj: true }]) {
      const options = { transform: config, trajGroupingHook: hook as never };
      expect(() => run(episodes, options)).toThrow();
      expect(snapshot(episodes)).toEqual(before);
      expect(episodes.map(({ trajectories }) => trajectories)).toEqual(lists);
    }
  });

  const encodedEpisodes = fc
    .array(
      fc.record({
        id: fc.constantFrom('a:0', 'a:1', 'b:0', 'b:x:1', 'c', ':'),
        termination_reason: fc.constantFrom(null, 'timeout', 'env_done', 'model_error'),
        is_correct: fc.boolean(),
        trajectories: fc.array(
          fc.record({
            name: fc.constantFrom('', 's', 'j', 'j:x', 'default_traj_name'),
            reward: fc.constantFrom(null, null, 1, 0.5),
            steps: fc.array(fc.record({ reward: fc.double({ noNaN: true }) }), { maxLength: 2 }),
          }),
          { maxLength: 3 },
        ),
      }),
      { maxLength: 5 },
    )
    .map((episodes) => {
      let uid = 0;
      return episodes.map((episode) => ({
        ...episode,
        trajectories: episode.trajectories.map((one) => ({ ...one, uid: `u${uid++}` })),
      }));
    });
  const records = fc.record({
    id: fc.constant('any'),
    episodes: encodedEpisodes,
    transform: fc.record(
      {
        impute_missing_names: fc.boolean(),
        drop_unnamed_traj: fc.boolean(),
        broadcast: fc.boolean(),
        default_traj_name: fc.constantFrom('j', 'default_traj_name'),
      },
      { requiredKeys: [] },
    ),
    compact: fc.option(
      fc.record({ enable: fc.boolean(), mask_timeout: fc.boolean(), mask_unknown: fc.boolean() }),
    ),
    prefix: fc.constantFrom(null, 'val'),
    expect: fc.constant({ error: {} }),
  });

  it('does what the slow one does', () => {
    fc.assert(
      fc.property(records, (record) => {
        const { actual } = transform.run(record, jsKernels) ?? {};
        const expected = slowTransform(record);
        if (!same(expected, actual)) expect(actual).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('puts each trajectory into one group at most, and into none when it has no steps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('s', 'j'), { maxLength: 6 }),
        fc.nat(3),
        (names, empty) => {
          const episodes = names.map((name, i) =>
            createEpisode({
              id: `t:${i}`,
              trajectories: [attempt(name, i, i === empty ? [] : [0])],
            }),
          );
          const members = run(episodes).groups.flatMap(({ trajectories }) => trajectories);
          expect(new Set(members).size).toBe(members.length);
          expect(members.length).toBe(names.length - (empty < names.length ? 1 : 0));
        },
      ),
    );
  });
});

function refuseAll(): never {
  throw new Error('no');
}

function frozenUnscored() {
  return Object.freeze(attempt('s', null, [1]));
}
