import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CollectOptions,
  collectRewardAndAdvantageFromTrajectoryGroups as collect,
} from '../../ts/advantage/collect.ts';
import { AlgorithmConfig, type AlgorithmConfigInit } from '../../ts/config/algorithm-config.ts';
import type { AdvEstimator } from '../../ts/estimators/adv-estimator.ts';
import { registerAdvEstimator } from '../../ts/estimators/registry.ts';
import type { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { createTrajectoryGroup, type TrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import {
  advantagesOf,
  deepFreeze,
  groupWith,
  listener,
  precomputedGroup,
} from '../support/make-groups.ts';
import { slowEstimators, slowMetrics } from '../support/slow-oracle.ts';

const quiet: CollectOptions = { onWarning: () => {} };
const undos: (() => void)[] = [];
const register = (name: string, estimator: AdvEstimator): number =>
  undos.push(registerAdvEstimator(name, estimator, { override: true }));
afterEach(() => {
  for (const undo of undos.splice(0)) undo();
});

describe('advantages', () => {
  it('go on every step of their trajectory', () => {
    const groups = [
      groupWith('t:solver', [1, 0], (t) => Array.from({ length: t + 2 }, () => ({}))),
    ];
    collect(groups, { estimator: 'rloo' });
    expect(advantagesOf(groups)).toEqual([
      [
        [1, 1],
        [-1, -1, -1],
      ],
    ]);
  });

  it('are computed over all groups of a role in one call, given with the groups in order', () => {
    const seen: { rewards: number[][]; groups: readonly TrajectoryGroup[] | undefined }[] = [];
    register('spy', (rewards, options) => {
      seen.push({ rewards: rewards.toArrays(), groups: options?.groups });
      return { advantages: rewards };
    });
    const [a, b, c] = [groupWith('t:s', [1, 0]), groupWith('t:j', [7]), groupWith('u:s', [0.5])];
    collect([a, b, c], { estimator: 'spy' }, quiet);
    expect(seen).toEqual([
      { rewards: [[1, 0], [0.5]], groups: [a, c] },
      { rewards: [[7]], groups: [b] },
    ]);
    expect(seen[0]?.groups?.[0]).toBe(a);
  });

  it('of a role come from its estimator in the map, else from the default', () => {
    const groups = [groupWith('t:s', [1, 0]), groupWith('t:j', [1, 0]), groupWith('t:k', [1, 0])];
    collect(groups, {
      estimator: 'rloo',
      estimatorMap: { j: 'reinforce', k: ['grpo', 'ppo'] },
      normAdvByStdInGrpo: false,
    });
    expect(advantagesOf(groups).map((group) => group.flat(2))).toEqual([
      [1, -1],
      [1, 0],
      [0.5, -0.5],
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', ''])(
    'know a role called %j by its own entry of the map only',
    (role) => {
      const groups = [groupWith(`t:${role}`, [1, 0])];
      const metrics = collect(groups, { estimator: 'rloo' });
      expect(advantagesOf(groups).flat(2)).toEqual([1, -1]);
      const name = role === '' ? 'all_groups' : role;
      expect(metrics[`reward/${name}/mean`]).toBe(0.5);
      collect(groups, { estimator: 'rloo', estimatorMap: { [name]: 'reinforce' } }, quiet);
      expect(advantagesOf(groups).flat(2)).toEqual([1, 0]);
      expect('mean' in {}).toBe(false);
    },
  );

  it('take a map that was read from JSON, with a role called __proto__', () => {
    const groups = [groupWith('t:__proto__', [1, 0])];
    collect(groups, { estimatorMap: JSON.parse('{"__proto__":"reinforce"}') });
    expect(advantagesOf(groups).flat(2)).toEqual([1, 0]);
  });

  it('find roles where ids are cut: last colon, or first', () => {
    const groups = [groupWith('math:alg:solver', [1, 0])];
    expect(Object.keys(collect(groups))[0]).toBe('reward/solver/mean');
    const first = collect(groups, {}, { ...quiet, idSeparator: 'first' });
    expect(Object.keys(first)[0]).toBe('reward/alg/mean');
  });

  it('take the epsilon of the options', () => {
    const groups = [groupWith('t:s', [1, 0])];
    collect(groups, {}, { epsilon: 0.5 });
    expect(advantagesOf(groups).flat(2)).toEqual([0.5, -0.5]);
    collect(groups, {}, { ...quiet, epsilon: 0 });
    expect(advantagesOf(groups).flat(2)).toEqual([1, -1]);
  });

  it('take a whole config as well as the fields that differ', () => {
    const config = AlgorithmConfig.create({
      estimator: 'rloo',
      estimatorMap: { j: ['grpo', 'ppo'] },
    });
    const groups = [groupWith('t:s', [1, 0])];
    collect(groups, config, quiet);
    expect(advantagesOf(groups).flat(2)).toEqual([1, -1]);
  });

  it('are booleans’ too, assigned after the trajectory was made', () => {
    const group = groupWith('t:s', [0, 0]);
    (group.trajectories[0] as { reward: unknown }).reward = true;
    (group.trajectories[1] as { reward: unknown }).reward = false;
    const metrics = collect([group], { estimator: 'reinforce' });
    expect(advantagesOf([group]).flat(2)).toEqual([1, 0]);
    expect(metrics['reward/s/max']).toBe(1);
  });

  it('leave trajectories without steps in the numbers', () => {
    const group = groupWith('t:s', [1, 0, 0], (t) => (t === 1 ? [] : [{}]));
    const metrics = collect([group], { estimator: 'rloo' });
    expect(advantagesOf([group])).toEqual([[[1], [], [-0.5]]]);
    expect(metrics['advantage/s/min']).toBe(-0.5);
    expect(metrics['reward/s/mean']).toBe(1 / 3);
  });

  it('of a trajectory that sits in two groups are those of the later one', () => {
    const shared = createTrajectory({
      reward: 1,
      steps: groupWith('', [0]).trajectories[0]?.steps ?? [],
    });
    const other = (reward: number) => createTrajectory({ reward });
    const groups = [
      createTrajectoryGroup({ groupId: 't:s', trajectories: [shared, other(0)] }),
      createTrajectoryGroup({ groupId: 'u:s', trajectories: [shared, other(1), other(1)] }),
    ];
    const metrics = collect(groups, { estimator: 'rloo' });
    expect(shared.steps[0]?.advantage).toBe(0);
    expect(metrics['reward/s/mean']).toBe(0.8);
  });

  it('of a group that is listed twice are the same, and it counts twice', () => {
    const group = groupWith('t:s', [1, 0]);
    const metrics = collect([group, group], { estimator: 'rloo' });
    expect(advantagesOf([group]).flat(2)).toEqual([1, -1]);
    expect(metrics['batch/s/total']).toBe(2);
    const precomputed = precomputedGroup('t:s', [0.5, 0.25], 2);
    const again = collect([precomputed, precomputed], { usePrecomputedAdvantage: true });
    expect(advantagesOf([precomputed])).toEqual([[[[0.5, 0.5]], [[0.25, 0.25]]]]);
    expect(again).toEqual(
      collect([precomputedGroup('t:s', [0.5, 0.25], 2)], { usePrecomputedAdvantage: true }),
    );
  });

  it('of one huge group', () => {
    const rewards = Array.from({ length: 100_000 }, (_, i) => (i % 7) / 7);
    const group = groupWith('t:s', rewards);
    const metrics = collect([group]);
    const expected = slowEstimators.grpo?.([rewards]).flat() ?? [];
    expect(
      group.trajectories.every(({ steps }, t) => Object.is(steps[0]?.advantage, expected[t])),
    ).toBe(true);
    expect(metrics['batch/s/total']).toBe(1);
  });

  it('of many groups', () => {
    const groups = Array.from({ length: 5000 }, (_, g) => groupWith(`${g}:s`, [g % 2, 1]));
    expect(collect(groups)['batch/s/informative']).toBe(2500);
  });

  it('by an estimator that sorts its groups stay with the trajectories whose rewards it saw', () => {
    register('sorter', ({ values }, { groups = [] } = {}) => {
      for (const { trajectories } of groups)
        trajectories.sort((a, b) => Number(a.reward) - Number(b.reward));
      return { advantages: values };
    });
    const group = groupWith('t:s', [1, 0, 0.5]);
    const before = [...group.trajectories];
    collect([group], { estimator: 'sorter' }, quiet);
    expect(before.map(({ steps }) => steps[0]?.advantage)).toEqual([1, 0, 0.5]);
  });

  it('by an estimator that scribbles on its input leave the metrics of the rewards alone', () => {
    register('scribbler', ({ values }) => {
      for (let i = 0; i < values.length; i++) values[i] = 99;
      return { advantages: values };
    });
    const metrics = collect([groupWith('t:s', [1, 0])], { estimator: 'scribbler' });
    expect([metrics['reward/s/mean'], metrics['advantage/s/mean']]).toEqual([0.5, 99]);
  });

  it('by an estimator that uses one array again and again stay each role’s own', () => {
    const scratch = new Float64Array(2);
    for (const [name, give] of [
      ['flat', () => scratch],
      ['grouped', (rewards: GroupedRewards) => rewards.withValues(scratch)],
    ] as const) {
      register(name, (rewards) => {
        scratch.set(rewards.values);
        return { advantages: give(rewards) };
      });
      const groups = [groupWith('t:s', [1, 2]), groupWith('t:j', [3, 4])];
      collect(groups, { estimator: name });
      expect(advantagesOf(groups).flat(3)).toEqual([1, 2, 3, 4]);
    }
  });
});

describe('metrics', () => {
  const groups = (): TrajectoryGroup[] => [
    groupWith('t:s', [1, 0]),
    groupWith('t:j', [0.5]),
    groupWith('u:s', [1, 1]),
  ];

  it('have rLLM’s keys in rLLM’s order', () => {
    const of = (kind: string, role: string, keys: string[]) =>
      keys.map((key) => `${kind}/${role}/${key}`);
    const reward = ['mean', 'std', 'max', 'min'];
    expect(Object.keys(collect(groups(), {}, quiet))).toEqual([
      ...of('reward', 's', reward),
      ...of('reward', 'j', reward),
      ...of('advantage', 's', [...reward, 'fraction_zero']),
      ...of('advantage', 'j', [...reward, 'fraction_zero']),
      ...of('batch', 's', [
        'total',
        'informative',
        'fractions/effective',
        'fractions/too_easy',
        'fractions/too_hard',
        'group_reward_mean/p10',
        'group_reward_std/p10',
        'group_reward_mean/p50',
        'group_reward_std/p50',
        'group_reward_mean/p90',
        'group_reward_std/p90',
      ]),
    ]);
  });

  it.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
    'are those of the slow oracle, with %s kernels',
    (_, kernels) => {
      for (const estimator of [
        'grpo',
        'reinforce',
        'reinforce_plus_plus_baseline',
        'prpo',
        'rloo',
      ]) {
        const expected = slowMetrics(
          groups().map(({ groupId, trajectories }) => ({
            role: groupId.slice(2),
            rewards: trajectories.map(({ reward }) => reward as number),
          })),
          (_role, rewards) => slowEstimators[estimator]?.(rewards) ?? [],
        );
        const batch = groups();
        expect(collect(batch, { estimator }, { ...quiet, kernels })).toEqual(expected.metrics);
        expect(advantagesOf(batch).map((group) => group.flat())).toEqual([
          expected.advantages.get('s')?.[0],
          expected.advantages.get('j')?.[0],
          expected.advantages.get('s')?.[1],
        ]);
      }
    },
  );

  it('of no groups are none', () => {
    expect(collect([])).toEqual({});
    expect(collect([], {}, { collectAdvantage: false })).toEqual({});
  });

  it('without collecting are those of the rewards, and no step is touched', () => {
    const batch = [...groups(), precomputedGroup('v:s', [0.25, [1, 2, 3]], 2)];
    deepFreeze(batch);
    const { warnings, onWarning } = listener();
    const options = { collectAdvantage: false, onWarning };
    const metrics = collect(batch, { estimatorMap: { nobody: 'rloo' } }, options);
    expect(Object.keys(metrics)).toHaveLength(8);
    expect(metrics['reward/s/mean']).toBe(5 / 6);
    expect(warnings).toEqual([]);
    const kept = collect(batch, { usePrecomputedAdvantage: true }, options);
    expect(kept['reward/s/mean']).toBe(0.75);
  });

  it('are computed by the kernels that are given, and by no others', () => {
    const spies = Object.fromEntries(
      Object.entries(jsKernels).map(([call, fn]) => [
        call,
        typeof fn === 'function' ? vi.fn(fn) : fn,
      ]),
    ) as Partial<Kernels>;
    collect(
      groups(),
      { estimatorMap: { j: 'rloo' }, normAdvByStdInGrpo: false },
      { ...quiet, kernels: withFallback(spies) },
    );
    const calls = (call: keyof Kernels) => vi.mocked(spies[call] as () => void).mock.calls.length;
    expect({
      summarize: calls('summarize'),
      segmentSummaries: calls('segmentSummaries'),
      center: calls('center'),
      standardize: calls('standardize'),
      leaveOneOut: calls('leaveOneOut'),
    }).toEqual({ summarize: 4, segmentSummaries: 1, center: 1, standardize: 0, leaveOneOut: 1 });
  });

  it('are plain numbers', () => {
    for (const value of Object.values(collect(groups(), {}, quiet)))
      expect(value).toBeTypeOf('number');
  });
});

describe('it refuses, and has written nothing:', () => {
  const good = (): TrajectoryGroup =>
    groupWith('g:a', [1, 0], () => [{ advantage: 0.25, responseIds: [1] }]);
  const withReward = (reward: unknown): TrajectoryGroup => {
    const group = groupWith('t:s', [1, 1]);
    (group.trajectories[1] as { reward: unknown }).reward = reward;
    return group;
  };
  const withAdvantage = (advantage: unknown): TrajectoryGroup => {
    const group = precomputedGroup('t:s', [0.5, [1, 2]], 2);
    (group.trajectories[1]?.steps[0] as { advantage: unknown }).advantage = advantage;
    return group;
  };
  const returning = (result: unknown) => ({ estimator: 'broken', result });
  const usePrecomputedAdvantage = true;

  beforeEach(() => {
    register('broken', () => broken as ReturnType<AdvEstimator>);
  });
  let broken: unknown;

  type Refusal = [
    title: string,
    bad: TrajectoryGroup[],
    config: AlgorithmConfigInit & { result?: unknown },
    options: CollectOptions,
    code: string,
    message: string,
  ];
  const refusals: Refusal[] = [
    ...(
      [
        [null, 'null'],
        [undefined, 'undefined'],
        ['1', '"1"'],
        [1n, '1n'],
      ] as const
    ).map(
      ([reward, shown]): Refusal => [
        `the reward ${shown}`,
        [withReward(reward)],
        {},
        {},
        'missing-reward',
        `group "t:s" trajectory 1 (uid t:s#1): reward must be a number, got ${shown}; a missing reward is not 0`,
      ],
    ),
    [
      'a missing reward, without collecting',
      [withReward(null)],
      {},
      { collectAdvantage: false },
      'missing-reward',
      'a missing reward is not 0',
    ],
    [
      'a role without trajectories',
      [groupWith('t7:s', []), groupWith('t8:s', [])],
      {},
      {},
      'empty-group',
      'role "s" has no trajectories in any of its groups (t7:s, t8:s): nothing to take a mean of',
    ],
    [
      'precomputed advantages of no tokens at all',
      [precomputedGroup('t:s', [0.5, []], 0)],
      { usePrecomputedAdvantage },
      {},
      'empty-group',
      'role "s" has precomputed advantages for steps without response tokens only: nothing to take a mean of',
    ],
    ...(
      [
        [
          null,
          'precomputed advantage must be a number or an array (role "s"), got null; every step',
        ],
        [undefined, 'precomputed advantage must be a number or an array (role "s"), got undefined'],
        ['0.5', 'precomputed advantage must be a number or an array (role "s"), got "0.5"'],
        [{ 0: 1 }, 'precomputed advantage must be a number or an array (role "s"), got an object'],
        [
          Float64Array.of(1, 2),
          'precomputed advantage must be a number or an array (role "s"), got a Float64Array',
        ],
        [[0.5, null], 'precomputed advantages must be numbers (role "s"), got null'],
        [['0.5', 1], 'precomputed advantages must be numbers (role "s"), got "0.5"'],
      ] as const
    ).map(
      ([advantage, message]): Refusal => [
        `a precomputed ${JSON.stringify(advantage)}`,
        [withAdvantage(advantage)],
        { usePrecomputedAdvantage },
        {},
        'invalid-advantage',
        `t:s trajectory 1 step 0: ${message}`,
      ],
    ),
    [
      'an unknown estimator',
      [groupWith('t:s', [1, 0])],
      { estimator: 'grop' },
      {},
      'invalid-config',
      'AlgorithmConfig.estimator: unknown advantage estimator "grop"',
    ],
    [
      'an unknown estimator of a role',
      [groupWith('t:s', [1, 0])],
      { estimatorMap: { s: 'lop' } },
      {},
      'invalid-config',
      'unknown advantage estimator "lop"',
    ],
    [
      'a misspelt field of the config',
      [groupWith('t:s', [1, 0])],
      { estmator: 'grpo' } as AlgorithmConfigInit,
      {},
      'invalid-config',
      'AlgorithmConfig.estmator: unknown key, did you mean "estimator"?',
    ],
    [
      'per_step',
      [groupWith('t:s', [1, 0])],
      { stepwiseAdvantageMode: 'per_step' },
      {},
      'invalid-argument',
      'stepwiseAdvantageMode must be "broadcast", the only mode that is collected, got "per_step"',
    ],
    [
      'an epsilon below 0',
      [groupWith('t:s', [1, 0])],
      {},
      { epsilon: -1 },
      'invalid-argument',
      'epsilon must be a finite number ≥ 0, got -1',
    ],
    [
      'another place to cut ids',
      [groupWith('t:s', [1, 0])],
      {},
      { idSeparator: 'middle' } as unknown as CollectOptions,
      'invalid-argument',
      'idSeparator must be "last" or "first", got "middle"',
    ],
    ...(
      [
        [{ advantages: [1] }, '2 advantages, one a trajectory, got 1'],
        [{ advantages: [[1]] }, '2 advantages for group 0, got 1'],
        [{ advantages: [[1, 2], []] }, 'advantages of 1 groups, got 2'],
        [{ advantages: [1, '2'] }, 'a number at place 1, got "2"'],
        [[1, 2], 'an object { advantages } of numbers, got an array of 2'],
        [undefined, 'an object { advantages } of numbers, got undefined'],
        [
          Promise.resolve({ advantages: [1, 2] }),
          'an object { advantages } of numbers, got a promise',
        ],
      ] as const
    ).map(
      ([result, message]): Refusal => [
        `what an estimator returns: ${message}`,
        [groupWith('t:s', [1, 0])],
        returning(result),
        {},
        'invalid-estimator-result',
        `estimator "broken" (role "a") must return ${message}`,
      ],
    ),
  ];

  it.each(refusals)('%s', (_, bad, { result, ...config }, options, code, message) => {
    broken = result;
    // Groups that could be written, before and after the bad ones; frozen, so that any write would throw first.
    const before = bad.some(({ trajectories }) =>
      trajectories.some(({ steps }) => steps[0]?.advantage),
    )
      ? [good()]
      : [groupWith('g:a', [1, 0])];
    const groups = deepFreeze([...before, ...bad, groupWith('z:z', [0, 1])]);
    expect(() => collect(groups, config, { ...quiet, ...options })).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  it('with the same words where nothing is frozen, and leaves every step as it was', () => {
    const groups = [good(), precomputedGroup('t:a', [0.5, [1, 2, 3]], 2), withReward(null)];
    const before = structuredClone(groups);
    expect(() => collect(groups, { usePrecomputedAdvantage }, quiet)).toThrow(
      'a missing reward is not 0',
    );
    expect(groups).toEqual(before);
  });

  it('when the estimator of a later role throws', () => {
    register('thrower', () => {
      throw new RangeError('mine');
    });
    const groups = deepFreeze([groupWith('t:s', [1, 0]), groupWith('t:j', [1, 0])]);
    expect(() => collect(groups, { estimatorMap: { j: 'thrower' } })).toThrow(
      expect.objectContaining({
        code: 'estimator-failed',
        message: 'estimator "thrower" (role "j") threw RangeError: mine',
        cause: new RangeError('mine'),
      }),
    );
  });

  it('when a kernel throws while metrics are taken', () => {
    const kernels = withFallback({
      segmentSummaries: () => {
        throw new RangeError('no memory');
      },
    });
    const groups = deepFreeze([groupWith('t:s', [1, 0])]);
    expect(() => collect(groups, {}, { kernels })).toThrow('no memory');
  });

  it('when the handler of warnings throws', () => {
    const groups = deepFreeze([groupWith('t:s', [1])]);
    const onWarning = ({ message }: { readonly message: string }): never => {
      throw new Error(message);
    };
    expect(() => collect(groups, {}, { onWarning })).toThrow('has one trajectory');
  });

  it.each([
    [{ onwarning: () => {} }, 'unknown option "onwarning"; did you mean onWarning?'],
    [{ episilon: 1e-8 }, 'unknown option "episilon"; did you mean epsilon?'],
    [{ estimator: 'rloo' }, 'unknown option "estimator"; known are collectAdvantage, kernels,'],
    [{ collectAdvantage: 'false' }, 'collectAdvantage must be a boolean, got "false"'],
    [{ onWarning: 'print' }, 'onWarning must be a function, got "print"'],
    [null, 'options must be an object, got null'],
  ])('the options %j', (options, message) => {
    const groups = deepFreeze([groupWith('t:s', [1, 0])]);
    expect(() => collect(groups, {}, options as never)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining(message),
      }),
    );
  });

  it.each([[undefined], [null], [{}], ['groups']])('%s in place of groups', (groups) => {
    expect(() => collect(groups as never)).toThrow(
      'groups must be an array of trajectory groups, got',
    );
  });

  it.each([
    [null, 'groups[1] must be an object, got null'],
    [{ trajectories: [] }, 'groups[1].groupId must be a string, got undefined'],
    [{ groupId: 't:s' }, 'group "t:s" trajectories must be an array, got undefined'],
    [
      { groupId: 't:s', trajectories: ['x'] },
      'group "t:s" trajectory 0 must be an object, got "x"',
    ],
    [
      { groupId: 't:s', trajectories: [{ reward: 1 }] },
      'group "t:s" trajectory 0 steps must be an array, got undefined',
    ],
    [
      { groupId: 't:s', trajectories: [{ reward: 1, steps: [7] }] },
      'group "t:s" trajectory 0 step 0 must be an object, got 7',
    ],
  ])('%j among the groups', (bad, message) => {
    const groups = deepFreeze([groupWith('t:a', [1, 0]), bad]);
    expect(() => collect(groups as never, {}, quiet)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
  });

  it('when a later step is frozen, or cannot get the field', () => {
    for (const locked of [Object.freeze(createStep()), Object.preventExtensions({})]) {
      const groups = [groupWith('t:a', [1, 0]), groupWith('u:b', [1, 0])];
      groups[1]?.trajectories[1]?.steps.push(locked as never);
      expect(() => collect(groups, {}, quiet)).toThrow(
        'step 1 of trajectory u:b#1, role "b", must be an object that can be written on',
      );
      expect(
        advantagesOf(groups)
          .flat(2)
          .filter((advantage) => advantage),
      ).toEqual([]);
    }
  });

  it('when a precomputed step that takes another form is frozen', () => {
    const groups = [groupWith('t:a', [1, 0]), precomputedGroup('t:b', [0.5], 2)];
    Object.freeze(groups[1]?.trajectories[0]?.steps[0]);
    expect(() => collect(groups, { usePrecomputedAdvantage }, quiet)).toThrow(
      'a step with a precomputed advantage must be an object that can be written on',
    );
    expect(groups[0]?.trajectories[0]?.steps[0]?.advantage).toBeNull();
  });
});
