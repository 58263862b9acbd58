import { describe, expect, it } from 'vitest';
import { AlgorithmConfig, type AlgorithmConfigInit } from '../../ts/config/algorithm-config.ts';
import { gather, problemsOf } from '../support/config-problems.ts';

describe('AlgorithmConfig.create', () => {
  it('has the defaults of a record', () => {
    expect(AlgorithmConfig.create()).toEqual({
      estimator: 'grpo',
      estimatorMap: {},
      lossFnMap: {},
      stepwiseAdvantageMode: 'broadcast',
      normAdvByStdInGrpo: true,
      usePrecomputedAdvantage: false,
      lossFn: null,
      lrSchedule: 'constant',
      warmupSteps: -1,
      warmupStepsRatio: 0,
      klBeta: 0,
      epsClip: 0.2,
      epsClipHigh: null,
      lossAggMode: null,
      rolloutCorrection: { tisMode: null, bypassMode: null, tisCap: 5 },
      routerReplay: 'disabled',
    });
  });

  it('takes what it gave', () => {
    const config = AlgorithmConfig.create({
      estimator: 'rloo',
      estimatorMap: { judge: ['grpo', 'ppo'] },
      rolloutCorrection: { tisMode: 'token' },
    });
    expect(AlgorithmConfig.create(config)).toEqual(config);
  });

  it('refuses unknown fields, with the one that was meant', () => {
    expect(problemsOf(() => AlgorithmConfig.create({ epsclip: 0.1 } as never))).toEqual([
      'AlgorithmConfig.epsclip: unknown key, did you mean "epsClip"?',
    ]);
    expect(problemsOf(() => AlgorithmConfig.create({ zzzzz: 1 } as never))[0]).toMatch(
      /^AlgorithmConfig.zzzzz: unknown key; known are /,
    );
  });

  it('takes an undefined field for one that was left out, and null for none of the estimators', () => {
    const init = { estimator: undefined, epsClip: undefined } as never;
    expect(AlgorithmConfig.create(init)).toEqual(AlgorithmConfig.create());
    expect(problemsOf(() => AlgorithmConfig.create({ estimator: null } as never))[0]).toMatch(
      /^AlgorithmConfig.estimator: unknown advantage estimator null; known: grpo/,
    );
  });

  it('warns of what has no effect any more', () => {
    const { warnings, onWarning } = gather();
    const init: AlgorithmConfigInit = { useRllm: false, stepwiseAdvantageMode: 'per_step' };
    const config = AlgorithmConfig.create(init, { onWarning });
    expect(config.stepwiseAdvantageMode).toBe('broadcast');
    expect(warnings.map(({ kind, places }) => [kind, places])).toEqual([
      ['deprecated-option', ['AlgorithmConfig.useRllm']],
      ['deprecated-option', ['AlgorithmConfig.stepwiseAdvantageMode']],
    ]);
  });

  it.each([
    ['epsClip', -0.1, 'must be a number ≥ 0, got -0.1'],
    ['epsClip', Number.NaN, 'must be a number ≥ 0, got NaN'],
    ['epsClipHigh', '0.3', 'must be a number ≥ 0, or null, got "0.3"'],
    ['klBeta', true, 'must be a number ≥ 0, got true'],
    ['warmupSteps', 1.5, 'must be an integer, got 1.5'],
    ['warmupStepsRatio', 2, 'must be a number from 0 to 1, got 2'],
    ['lrSchedule', 'step', 'must be one of constant, linear, cosine, got "step"'],
    ['lossFn', '', 'must be a non-empty string, or null, got ""'],
    ['normAdvByStdInGrpo', 'false', 'must be true or false, got "false"'],
    ['usePrecomputedAdvantage', null, 'must be true or false, got null'],
    ['rolloutCorrection', null, 'must be a mapping of keys to values, got null'],
    ['estimatorMap', ['grpo'], 'must be a mapping of keys to values, got an array of 1'],
    [
      'estimatorMap',
      new Map([['judge', 'rloo']]),
      'must be a mapping of keys to values, got a Map (Object.fromEntries makes a mapping of it)',
    ],
    ['rolloutCorrection', new Set(), 'must be a mapping of keys to values, got an object'],
  ])('refuses %s = %j', (field, value, message) => {
    const init = { [field]: value } as AlgorithmConfigInit;
    expect(problemsOf(() => AlgorithmConfig.create(init))).toEqual([
      `AlgorithmConfig.${field}: ${message}`,
    ]);
  });
});
