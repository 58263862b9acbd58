import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CollectOptions,
  collectRewardAndAdvantageFromTrajectoryGroups as collect,
} from '../../ts/advantage/collect.ts';
import type { AlgorithmConfigInit } from '../../ts/config/algorithm-config.ts';
import type { AdvEstimator } from '../../ts/estimators/adv-estimator.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';
import { createStep } from '../../ts/types/step.ts';
import type { TrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { advantagesOf, deepFreeze, groupWith, precomputedGroup } from '../support/make-groups.ts';
import { register } from '../support/register.ts';

const quiet: CollectOptions = { onWarning: () => {} };

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
      'role "s" has advantages for steps or tokens, and no step or token that has one: nothing to take a mean of',
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
