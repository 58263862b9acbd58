import { describe, expect, it } from 'vitest';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import { listAdvEstimators } from '../../ts/estimators/registry.ts';
import { gather, problemsOf } from '../support/config-problems.ts';
import { register } from '../support/register.ts';

describe('AlgorithmConfig.fromAlgorithmSection', () => {
  it('clamps at 2 where a record clamps at 5', () => {
    const { rolloutCorrection } = AlgorithmConfig.fromAlgorithmSection({ adv_estimator: 'grpo' });
    expect(rolloutCorrection.tisCap).toBe(2);
  });

  it('needs an estimator', () => {
    expect(problemsOf(() => AlgorithmConfig.fromAlgorithmSection({}))).toEqual([
      'rllm.algorithm.adv_estimator: is required',
    ]);
  });

  it.each(['loop', 'GRPO', 'gae', '', null, 7, 'other'])(
    'case 52: refuses the estimator %j at config time, with the known names',
    (name) => {
      const [problem] = problemsOf(() =>
        AlgorithmConfig.fromAlgorithmSection({ adv_estimator: name }),
      );
      expect(problem).toMatch(/^rllm\.algorithm\.adv_estimator: unknown advantage estimator/);
      expect(problem).toContain(JSON.stringify(name));
      expect(problem).toContain('grpo, reinforce, reinforce_plus_plus_baseline, prpo, rloo');
    },
  );

  it('case 52: names the nearest estimator', () => {
    const [problem] = problemsOf(() =>
      AlgorithmConfig.fromAlgorithmSection({ adv_estimator: 'GRPO' }),
    );
    expect(problem).toContain('Did you mean "grpo"?');
  });

  it('refuses names that are right in code alone', () => {
    const section = { adv_estimator: 'grpo', estimator: 'rloo', estimator_map: {}, lossFnMap: {} };
    expect(problemsOf(() => AlgorithmConfig.fromAlgorithmSection(section))).toEqual([
      'rllm.algorithm.estimator: unknown key, did you mean "adv_estimator"?',
      expect.stringMatching(/^rllm\.algorithm\.estimator_map: is no key of a file; in code/),
      expect.stringMatching(/^rllm\.algorithm\.lossFnMap: is no key of a file; in code/),
    ]);
  });

  it('case 53: knows every estimator that is registered, also your own', () => {
    register('mine', ({ values }) => ({ advantages: values }));
    for (const name of listAdvEstimators())
      expect(AlgorithmConfig.fromAlgorithmSection({ adv_estimator: name }).estimator).toBe(name);
  });

  it('case 55: splits a pair into estimator and loss, and refuses other counts with role and count', () => {
    const section = { adv_estimator: 'grpo' };
    const config = AlgorithmConfig.fromAlgorithmSection(section, {
      estimatorMap: { judge: ['rloo', 'ppo'], solver: 'prpo' },
    });
    expect(config.estimatorMap).toEqual({ judge: 'rloo', solver: 'prpo' });
    expect(config.lossFnMap).toEqual({ judge: 'ppo' });
    const three = { judge: ['rloo', 'ppo', 'x'], solver: [] } as never;
    expect(
      problemsOf(() => AlgorithmConfig.fromAlgorithmSection(section, { estimatorMap: three })),
    ).toEqual([
      'estimatorMap.judge: must be an estimator or [estimator, loss] with exactly 2 entries for role "judge", got 3 entries',
      'estimatorMap.solver: must be an estimator or [estimator, loss] with exactly 2 entries for role "solver", got 0 entries',
    ]);
  });

  it('keeps roles that are called like properties of every object', () => {
    const estimatorMap = JSON.parse('{"__proto__": "rloo", "constructor": ["prpo", "ppo"]}');
    const config = AlgorithmConfig.create({ estimatorMap });
    expect(Object.entries(config.estimatorMap)).toEqual([
      ['__proto__', 'rloo'],
      ['constructor', 'prpo'],
    ]);
    expect(config.estimatorMap.toString).toBeUndefined();
    expect(config.lossFnMap.constructor).toBe('ppo');
  });

  it('keeps an explicit null where it means something, and refuses it elsewhere', () => {
    const nulls = { adv_estimator: 'grpo', loss_fn: null, eps_clip_high: null, use_rllm: null };
    expect(AlgorithmConfig.fromAlgorithmSection(nulls).lossFn).toBeNull();
    expect(
      problemsOf(() =>
        AlgorithmConfig.fromAlgorithmSection({
          adv_estimator: 'grpo',
          eps_clip: null,
          norm_adv_by_std_in_grpo: null,
          rollout_correction: null,
        }),
      ).map((problem) => problem.split(':')[0]),
    ).toEqual([
      'rllm.algorithm.rollout_correction',
      'rllm.algorithm.norm_adv_by_std_in_grpo',
      'rllm.algorithm.eps_clip',
    ]);
  });

  it('case 51: reports all problems together, with their paths', () => {
    const section = {
      adv_estimator: 'grop',
      norm_adv_by_std_in_grpo: 'false',
      eps_clp: 0.1,
      rollout_correction: { tis_mode: 'tokens', tis_cap: 0 },
    };
    expect(
      problemsOf(() => AlgorithmConfig.fromAlgorithmSection(section, { mode: 'nonsense' })).map(
        (problem) => problem.split(':')[0],
      ),
    ).toEqual([
      'rllm.algorithm.adv_estimator',
      'rllm.stepwise_advantage.mode',
      'rllm.algorithm.norm_adv_by_std_in_grpo',
      'rllm.algorithm.rollout_correction.tis_mode',
      'rllm.algorithm.rollout_correction.tis_cap',
      'rllm.algorithm.eps_clp',
    ]);
  });

  it('lists foreign keys once and ignores them; refuses those that look like a known one', () => {
    const { warnings, onWarning } = gather();
    const section = { adv_estimator: 'grpo', gamma: 1, lam: 0.95, loss_params: {} };
    AlgorithmConfig.fromAlgorithmSection(section, { onWarning });
    expect(warnings).toEqual([
      {
        kind: 'unknown-config-key',
        message:
          'config keys that mean nothing here were ignored: rllm.algorithm.gamma, rllm.algorithm.lam, rllm.algorithm.loss_params',
        places: ['rllm.algorithm.gamma', 'rllm.algorithm.lam', 'rllm.algorithm.loss_params'],
      },
    ]);
    expect(
      problemsOf(() =>
        AlgorithmConfig.fromAlgorithmSection({ adv_estimator: 'grpo', epsClip: 0.1 }),
      ),
    ).toEqual(['rllm.algorithm.epsClip: unknown key, did you mean "eps_clip"?']);
  });

  it('delivers no warning when it throws', () => {
    const { warnings, onWarning } = gather();
    expect(() => AlgorithmConfig.fromAlgorithmSection({ use_rllm: true }, { onWarning })).toThrow();
    expect(warnings).toEqual([]);
  });

  it('reads own properties only', () => {
    const section = Object.create({ adv_estimator: 'grpo' });
    expect(problemsOf(() => AlgorithmConfig.fromAlgorithmSection(section))).toEqual([
      'rllm.algorithm.adv_estimator: is required',
    ]);
  });
});
