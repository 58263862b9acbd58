import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { AlgorithmConfig, type AlgorithmConfigInit } from '../../ts/config/algorithm-config.ts';
import { ConfigError } from '../../ts/errors/config-error.ts';
import type { Warning } from '../../ts/errors/warning.ts';
import { listAdvEstimators, registerAdvEstimator } from '../../ts/estimators/registry.ts';

/** What a call complains about: `path: message` for each problem. */
function problemsOf(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
  throw new Error('nothing was refused');
}

function gather(): { warnings: Warning[]; onWarning: (warning: Warning) => void } {
  const warnings: Warning[] = [];
  return { warnings, onWarning: (warning) => warnings.push(warning) };
}

const undo: (() => void)[] = [];
afterEach(() => {
  for (const takeBack of undo.splice(0)) takeBack();
});

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

  it('case 53: knows every estimator that is registered, also your own', () => {
    undo.push(registerAdvEstimator('mine', ({ values }) => ({ advantages: values })));
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
