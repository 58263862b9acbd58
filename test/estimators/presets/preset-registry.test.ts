import { afterEach, describe, expect, it } from 'vitest';
import { AlgorithmConfig } from '../../../ts/config/algorithm-config.ts';
import { listPresets } from '../../../ts/estimators/presets/list-presets.ts';
import { presetEstimator } from '../../../ts/estimators/presets/preset-estimator.ts';
import { presetSpec } from '../../../ts/estimators/presets/preset-registry.ts';
import {
  describeAdvEstimator,
  getAdvEstimator,
  isKnownAdvEstimator,
  isSpecEstimator,
  listAdvEstimators,
  registerAdvEstimator,
} from '../../../ts/estimators/registry.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';

const undos: (() => void)[] = [];
afterEach(() => {
  for (const undo of undos.splice(0)) undo();
});

describe('a preset', () => {
  it('is an estimator by its full name, always the same one', () => {
    const rloo = getAdvEstimator('rllm/rloo');
    expect(rloo(GroupedRewards.from([[1, 0, 0]])).advantages).toEqual(
      GroupedRewards.from([[1, -0.5, -0.5]]),
    );
    expect(getAdvEstimator('rllm/rloo')).toBe(rloo);
    expect(presetEstimator('rllm/rloo')).toBe(rloo);
    expect(isKnownAdvEstimator('rllm/rloo')).toBe(true);
  });

  it('has variants, chosen by the name or by the call', () => {
    const name = 'rllm/grpo:norm_adv_by_std_in_grpo=False';
    const centred = [[0.5, -0.5]];
    expect(presetEstimator(name)([[1, 0]]).advantages.toArrays()).toEqual(centred);
    const variant = 'norm_adv_by_std_in_grpo=False';
    expect(presetEstimator('rllm/grpo')([[1, 0]], { variant }).advantages.toArrays()).toEqual(
      centred,
    );
    expect(presetSpec('rllm/grpo', variant)).toBe(presetSpec(name));
  });

  it.each(['verl/grpo', 'verl/gae', 'drmas/gigpo', 'verl/grpo:norm_adv_by_std_in_grpo=False'])(
    "%s is everybody's, so that nobody may change it",
    (name) => {
      const frozen = (value: unknown): boolean =>
        typeof value !== 'object' ||
        value === null ||
        (Object.isFrozen(value) && Object.values(value).every(frozen));
      expect(frozen(presetSpec(name))).toBe(true);
      expect(Object.isFrozen(structuredClone(presetSpec(name)))).toBe(false);
    },
  );

  it('follows the flag of a config where it has that flag, unless the name or the call says which', () => {
    const centred = [[0.5, -0.5]];
    const grpo = presetEstimator('verl/grpo');
    expect(grpo([[1, 0]], { normAdvByStdInGrpo: false }).advantages.toArrays()).toEqual(centred);
    const algorithm = AlgorithmConfig.create({ estimator: 'verl/grpo', normAdvByStdInGrpo: false });
    expect(grpo([[1, 0]], { algorithm }).advantages.toArrays()).toEqual(centred);
    expect(grpo([[1, 0]], { algorithm, normAdvByStdInGrpo: true })).toEqual(grpo([[1, 0]]));
    const byName = presetEstimator('verl/grpo:norm_adv_by_std_in_grpo=False');
    expect(byName([[1, 0]], { normAdvByStdInGrpo: true }).advantages.toArrays()).toEqual(centred);
    const trl = presetEstimator('trl/grpo');
    expect(trl([[1, 0]], { normAdvByStdInGrpo: false })).toEqual(trl([[1, 0]]));
  });

  it('has variants that are asked for by name, where they give other numbers than it does', () => {
    const variant = 'use_opd=True';
    expect(() => presetEstimator('slime/grpo')([[1, 0]], { variant })).toThrow(
      'preset "slime/grpo:use_opd=True" gives a number a token; getAdvEstimator gives it',
    );
  });

  it('has variants of steps and tokens, too', () => {
    const [estimator, whitened] = [
      getAdvEstimator('nemo-rl/reinforce_plus_plus'),
      'minus_baseline=False',
    ];
    const lengths = [2, 3, 1];
    const rewards = GroupedRewards.from([[1, 0], [0.5]]);
    const named = getAdvEstimator(`nemo-rl/reinforce_plus_plus:${whitened}`)(rewards, { lengths });
    expect(estimator(rewards, { lengths, variant: whitened })).toEqual(named);
    expect(estimator(rewards, { lengths })).not.toEqual(named);
    expect(() => estimator(rewards, { lengths, variant: 'x' })).toThrow('has no variant "x"');
    expect(() => estimator(rewards, { lenghts: lengths } as never)).toThrow(
      'did you mean lengths?',
    );
    expect(() => estimator(rewards, null as never)).toThrow('options must be an object, got null');
    for (const none of [null, 'ab', [1]])
      expect(() => estimator(rewards, { lengths: none as never })).toThrow(
        'options.lengths must be a flat array of 3, one for each trajectory in the order of the rewards',
      );
    const gigpo = getAdvEstimator('drmas/gigpo');
    for (const of of [gigpo, estimator])
      expect(() => of(rewards, { groups: null as never })).toThrow('options.groups must be');
  });

  it('takes another epsilon, where something is divided', () => {
    const { advantages } = presetEstimator('rllm/grpo')([[1, 0]], { epsilon: 0.5 });
    expect(advantages.toArrays()).toEqual([[0.5, -0.5]]);
    const rloo = presetEstimator('rllm/rloo')([[1, 0]], { epsilon: 0.5 });
    expect(rloo.advantages.toArrays()).toEqual([[1, -1]]);
  });

  it.each([
    ['verl/gae', 'token'],
    ['drmas/gigpo', 'step'],
  ])('%s gives numbers that are not one a trajectory', (name, level) => {
    expect(isSpecEstimator(getAdvEstimator(name))).toBe(false);
    expect(describeAdvEstimator(name).formula).toMatch(/\S/);
    expect(() => presetEstimator(name)).toThrow(`preset "${name}" gives a number a ${level}`);
  });

  it.each([
    ['verl/gpro', 'unknown advantage estimator "verl/gpro"; did you mean "verl/grpo"?'],
    ['verll/grpo', 'unknown advantage estimator "verll/grpo"; did you mean "verl/grpo"?'],
    ['rllm/zzzzzzzzz', 'rllm has grpo, reinforce, reinforce_plus_plus_baseline, prpo, rloo, pkpo'],
    ['nowhere at all/x', 'frameworks are verl, trl, openrlhf'],
    ['rllm/pkpo:k=3', 'preset "rllm/pkpo" has no variant "k=3"; did you mean "k='],
    ['rllm/rloo:k', 'preset "rllm/rloo" has no variant "k"; it has none'],
    ['rllm/toString', 'unknown advantage estimator "rllm/toString"'],
  ])('%s is unknown', (name, message) => {
    expect(() => getAdvEstimator(name)).toThrow(
      expect.objectContaining({
        code: 'unknown-estimator',
        message: expect.stringContaining(message),
      }),
    );
    expect(isKnownAdvEstimator(name)).toBe(false);
  });

  it('tells in a config what variants there are', () => {
    expect(() => AlgorithmConfig.create({ estimator: 'rllm/pkpo:k=3' })).toThrow(
      'unknown advantage estimator "rllm/pkpo:k=3": it has no such variant; did you mean "k=',
    );
    expect(() => AlgorithmConfig.create({ estimatorMap: { a: 'rllm/gpro:k' } })).toThrow(
      'did you mean "rllm/grpo"?',
    );
  });

  it('may get a variant of your own', () => {
    const mine = () => ({ advantages: [] });
    undos.push(registerAdvEstimator('verl/grpo:mine', mine));
    expect(getAdvEstimator('verl/grpo:mine')).toBe(mine);
    expect(AlgorithmConfig.create({ estimator: 'verl/grpo:mine' }).estimator).toBe(
      'verl/grpo:mine',
    );
  });

  it('can be replaced, and comes back', () => {
    const mine = () => ({ advantages: [] });
    expect(() => registerAdvEstimator('rllm/rloo', mine)).toThrow(
      expect.objectContaining({
        code: 'duplicate-estimator',
        message: expect.stringContaining('estimator "rllm/rloo" is a preset already'),
      }),
    );
    const undo = registerAdvEstimator('rllm/rloo', mine, { override: true });
    undos.push(undo);
    expect(getAdvEstimator('rllm/rloo')).toBe(mine);
    expect(describeAdvEstimator('rllm/rloo').formula).toBeNull();
    undo();
    expect(getAdvEstimator('rllm/rloo')).toBe(presetEstimator('rllm/rloo'));
  });
});

describe('lists', () => {
  it('are short unless presets are asked for', () => {
    const short = listAdvEstimators();
    expect(short).toHaveLength(5);
    const all = listAdvEstimators({ presets: true });
    expect(all.slice(0, 5)).toEqual(short);
    expect(all).toContain('trl/grpo');
    for (const name of all) expect(isKnownAdvEstimator(name)).toBe(true);
    expect(() => listAdvEstimators({ preset: true } as never)).toThrow('did you mean presets?');
  });

  it('tell of each preset', () => {
    const rllm = listPresets({ framework: 'rllm' });
    expect(rllm.map(({ name }) => name)).toEqual([
      'rllm/grpo',
      'rllm/reinforce',
      'rllm/reinforce_plus_plus_baseline',
      'rllm/prpo',
      'rllm/rloo',
      'rllm/pkpo',
    ]);
    expect(rllm[0]).toMatchObject({
      framework: 'rllm',
      level: 'trajectory',
      formula: '(r − mean(group)) / (std(group) + 1e-6)',
      variants: { 'norm_adv_by_std_in_grpo=False': 'r − mean(group)' },
      evidence: 'ran',
    });
    expect(listPresets().length).toBeGreaterThan(rllm.length);
    expect(() => listPresets({ framework: 'rlmm' })).toThrow('no framework "rlmm"; known are verl');
  });

  it('describe what a preset is', () => {
    expect(describeAdvEstimator('rllm/rloo')).toEqual({
      name: 'rllm/rloo',
      title: 'RLOO',
      source: 'arXiv:2402.14740',
      formula: 'n/(n−1) · (r − mean(group))',
      builtIn: false,
    });
  });
});
