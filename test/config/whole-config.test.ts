import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import { ConfigError } from '../../ts/errors/config-error.ts';
import { listAdvEstimators } from '../../ts/estimators/registry.ts';
import { gather, problemsOf } from '../support/config-problems.ts';

describe('AlgorithmConfig.fromConfig', () => {
  it('reads the present layout', () => {
    const config = AlgorithmConfig.fromConfig({
      rllm: {
        algorithm: { adv_estimator: 'rloo', norm_adv_by_std_in_grpo: false, kl_beta: 0.01 },
        stepwise_advantage: { mode: 'broadcast' },
        trainer: { total_epochs: 3 },
      },
      data: {},
    });
    expect(config).toMatchObject({ estimator: 'rloo', normAdvByStdInGrpo: false, klBeta: 0.01 });
  });

  it('reads the older layout', () => {
    const { warnings, onWarning } = gather();
    const root = {
      algorithm: { adv_estimator: 'rloo', gamma: 1 },
      rllm: {
        stepwise_advantage: { mode: 'per_step', norm_adv_by_std_in_grpo: false, use_rllm: true },
        algorithm: { use_precomputed_advantage: true, loss_fn: 'ppo', lr_schedule: 'linear' },
      },
    };
    expect(AlgorithmConfig.fromConfig(root, { onWarning })).toMatchObject({
      estimator: 'rloo',
      normAdvByStdInGrpo: false,
      usePrecomputedAdvantage: true,
      lossFn: 'ppo',
      lrSchedule: 'linear',
    });
    expect(warnings.map(({ places }) => places)).toEqual([
      ['rllm.stepwise_advantage.use_rllm'],
      ['rllm.stepwise_advantage.mode'],
      ['algorithm.gamma'],
    ]);
  });

  it('tells of keys in a section that they are not read from, and of those that mean nothing', () => {
    const told: unknown[][] = [];
    const root = {
      algorithm: {
        adv_estimator: 'rloo',
        norm_adv_by_std_in_grpo: false,
        eps_clip: 0.3,
        use_rllm: true,
        gamma: 1,
        lam: 0.95,
      },
      rllm: { stepwise_advantage: { mode: 'broadcast', loss_fn: 'ppo' } },
    };
    const config = AlgorithmConfig.fromConfig(root, { onWarning: (...args) => told.push(args) });
    expect(config).toMatchObject({ normAdvByStdInGrpo: true, epsClip: 0.2, lossFn: null });
    expect(told).toEqual([
      [
        {
          kind: 'misplaced-config-key',
          message:
            'config keys were ignored where they stand: rllm.stepwise_advantage.loss_fn (read from rllm.algorithm.loss_fn); algorithm.norm_adv_by_std_in_grpo (read from rllm.algorithm.norm_adv_by_std_in_grpo or rllm.stepwise_advantage.norm_adv_by_std_in_grpo); algorithm.eps_clip (read from rllm.algorithm.eps_clip); algorithm.use_rllm (read from rllm.algorithm.use_rllm or rllm.stepwise_advantage.use_rllm)',
          places: [
            'rllm.stepwise_advantage.loss_fn',
            'algorithm.norm_adv_by_std_in_grpo',
            'algorithm.eps_clip',
            'algorithm.use_rllm',
          ],
        },
      ],
      [
        {
          kind: 'unknown-config-key',
          message:
            'config keys that mean nothing here were ignored: algorithm.gamma, algorithm.lam',
          places: ['algorithm.gamma', 'algorithm.lam'],
        },
      ],
    ]);
  });

  it('gives each warning alone to onWarning', () => {
    const told: unknown[][] = [];
    const root = {
      algorithm: { adv_estimator: 'rloo' },
      rllm: { stepwise_advantage: { mode: 'per_step', use_rllm: true } },
    };
    AlgorithmConfig.fromConfig(root, { onWarning: (...args) => told.push(args) });
    expect(told.map((args) => args.length)).toEqual([1, 1]);
  });

  it.each([
    [
      { adv_estimator: 'rloo' },
      [
        'rllm.algorithm.adv_estimator: is required, or algorithm.adv_estimator in the older layout; it stands at the top, as in a section alone, which AlgorithmConfig.fromAlgorithmSection reads',
      ],
    ],
    [
      { algorithm: { adv_estimater: 'rloo' } },
      [
        'rllm.algorithm.adv_estimator: is required, or algorithm.adv_estimator in the older layout',
        'algorithm.adv_estimater: unknown key, did you mean "adv_estimator"?',
      ],
    ],
    [
      { algoritm: { adv_estimator: 'rloo' } },
      [
        'rllm.algorithm.adv_estimator: is required, or algorithm.adv_estimator in the older layout',
        'algoritm: unknown key, did you mean "algorithm"?',
      ],
    ],
    [{ algorithm: null }, ['algorithm: must be a mapping of keys to values, got null']],
    [{ rllm: 7 }, ['rllm: must be a mapping of keys to values, got 7']],
  ])('says where the estimator belongs when it is not in %j', (root, problems) => {
    expect(problemsOf(() => AlgorithmConfig.fromConfig(root))).toEqual(problems);
  });

  it('lets the present layout win, with a warning that names both', () => {
    const { warnings, onWarning } = gather();
    const root = {
      algorithm: { adv_estimator: 'gae' },
      rllm: {
        algorithm: { adv_estimator: 'grpo', norm_adv_by_std_in_grpo: false },
        stepwise_advantage: { norm_adv_by_std_in_grpo: true },
      },
    };
    const config = AlgorithmConfig.fromConfig(root, { onWarning });
    expect(config).toMatchObject({ estimator: 'grpo', normAdvByStdInGrpo: false });
    expect(warnings).toEqual([
      {
        kind: 'conflicting-config',
        message:
          'rllm.algorithm.adv_estimator is "grpo" and algorithm.adv_estimator is "gae"; the former counts',
        places: ['rllm.algorithm.adv_estimator', 'algorithm.adv_estimator'],
      },
      expect.objectContaining({
        kind: 'conflicting-config',
        places: [
          'rllm.algorithm.norm_adv_by_std_in_grpo',
          'rllm.stepwise_advantage.norm_adv_by_std_in_grpo',
        ],
      }),
    ]);
  });

  it('says nothing when both layouts agree, and takes null for nothing said', () => {
    const { warnings, onWarning } = gather();
    const root = (name: string | null) => ({
      algorithm: { adv_estimator: 'rloo' },
      rllm: { algorithm: { adv_estimator: name } },
    });
    expect(AlgorithmConfig.fromConfig(root('rloo'), { onWarning }).estimator).toBe('rloo');
    expect(AlgorithmConfig.fromConfig(root(null), { onWarning }).estimator).toBe('rloo');
    expect(warnings).toEqual([]);
  });

  it('refuses misspelt sections, which would silently be defaults', () => {
    const root = { rllm: { algoritm: { adv_estimator: 'grpo' }, stepwise_advantages: {} } };
    expect(problemsOf(() => AlgorithmConfig.fromConfig(root))).toEqual([
      'rllm.algorithm.adv_estimator: is required, or algorithm.adv_estimator in the older layout',
      'rllm.algoritm: unknown key, did you mean "algorithm"?',
      'rllm.stepwise_advantages: unknown key, did you mean "stepwise_advantage"?',
    ]);
    expect(problemsOf(() => AlgorithmConfig.fromConfig({ rlm: {} }))).toEqual([
      'rllm.algorithm.adv_estimator: is required, or algorithm.adv_estimator in the older layout',
      'rlm: unknown key, did you mean "rllm"?',
    ]);
  });

  it.each([undefined, null, 'rllm', [], 3])('refuses %j for a config', (root) => {
    const [problem, ...others] = problemsOf(() => AlgorithmConfig.fromConfig(root));
    expect(problem).toMatch(/^config: must be a mapping of keys to values/);
    expect(others).toEqual([]);
  });

  it('gives the same for both layouts', () => {
    const names = fc.constantFrom(...listAdvEstimators());
    fc.assert(
      fc.property(
        names,
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (name, norm, eps) => {
          const present = AlgorithmConfig.fromConfig({
            rllm: {
              algorithm: { adv_estimator: name, norm_adv_by_std_in_grpo: norm, eps_clip: eps },
            },
          });
          const older = AlgorithmConfig.fromConfig({
            algorithm: { adv_estimator: name },
            rllm: {
              algorithm: { eps_clip: eps },
              stepwise_advantage: { mode: 'broadcast', norm_adv_by_std_in_grpo: norm },
            },
          });
          expect(older).toEqual(present);
        },
      ),
    );
  });

  it('refuses any JSON with a ConfigError or reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const root of [value, { rllm: value }, { rllm: { algorithm: value } }]) {
          try {
            AlgorithmConfig.fromConfig(root, { onWarning: () => {} });
          } catch (error) {
            expect(error).toBeInstanceOf(ConfigError);
          }
        }
      }),
    );
  });
});
