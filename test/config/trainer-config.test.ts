import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrainerConfig } from '../../ts/config/trainer-config.ts';
import { gather, problemsOf } from '../support/config-problems.ts';

describe('TrainerConfig.create', () => {
  it('has the defaults of base.yaml', () => {
    const { data, rollout, trainer, episodeLogging, algorithm } = TrainerConfig.create();
    expect(algorithm.estimator).toBe('grpo');
    expect(data).toMatchObject({ trainBatchSize: 64, valBatchSize: -1, seed: 0 });
    expect(rollout).toEqual({
      n: 8,
      nVal: 1,
      train: { temperature: 1, topP: 1, maxTokens: 30720 },
      val: { temperature: 1, topP: 1, maxTokens: 30720 },
    });
    expect(trainer).toMatchObject({ totalEpochs: 10, totalBatches: -1, logger: ['console'] });
    expect(episodeLogging.episodeLogDir).toBe('logs/rllm-training/default');
  });

  it('takes any fields of any section', () => {
    const config = TrainerConfig.create({
      data: { trainBatchSize: 4, maxResponseLength: 100 },
      rollout: { n: 2, train: { temperature: 0.7, presence_penalty: 1 } },
      rejectionSampling: { mode: 'episode', multiplier: 1.5 },
      trainer: { logger: 'file', projectName: 'p' },
      algorithm: { estimatorMap: { judge: 'rloo' } },
    });
    expect(config.rollout.train).toEqual({
      temperature: 0.7,
      topP: 1,
      maxTokens: 100,
      presence_penalty: 1,
    });
    expect(config.rejectionSampling).toMatchObject({ mode: 'episode', multiplier: 1.5 });
    expect(config.trainer.logger).toEqual(['file']);
    expect(config.episodeLogging.episodeLogDir).toBe('logs/p/default');
  });

  it('lays the map of the options over that of the section', () => {
    const algorithm = { estimatorMap: { judge: 'rloo', solver: 'grpo' } } as const;
    const { estimatorMap, lossFnMap } = TrainerConfig.create(
      { algorithm },
      { estimatorMap: { judge: ['prpo', 'ppo'] } },
    ).algorithm;
    expect({ ...estimatorMap }).toEqual({ judge: 'prpo', solver: 'grpo' });
    expect({ ...lossFnMap }).toEqual({ judge: 'ppo' });
  });

  it('reports the problems of all sections together', () => {
    const init = {
      data: { trainBatchSize: 0, valBatchSize: 0 },
      rollout: { n: 'four', m: 1 },
      algorithm: { epsClip: -1 },
      compactFiltering: { mask: ['late'] },
      rejectionSampling: { multiplier: 2 },
      asyncTraining: { enable: true },
      trainr: {},
    };
    expect(problemsOf(() => TrainerConfig.create(init as never)).map(pathOf)).toEqual([
      'TrainerConfig.data.trainBatchSize',
      'TrainerConfig.rejectionSampling.multiplier',
      'TrainerConfig.algorithm.epsClip',
      'TrainerConfig.compactFiltering.mask',
      'TrainerConfig.rollout.n',
      'TrainerConfig.asyncTraining.enable',
      'TrainerConfig.data.valBatchSize',
      'TrainerConfig.rollout.m',
      'TrainerConfig.trainr',
    ]);
  });

  const notMappings: readonly [string, unknown][] = [
    ['true', true],
    ['5', 5],
    ['"text"', 'text'],
    ['null', null],
    ['an array of 1', ['timeout']],
    ['a Map (Object.fromEntries makes a mapping of it)', new Map([['enable', true]])],
  ];
  it.each(notMappings)('refuses sections that are %s', (shown, section) => {
    const names = Object.keys(TrainerConfig.create());
    for (const name of names) {
      const create = () =>
        TrainerConfig.create({ [name]: section }, { estimatorMap: { judge: 'rloo' } });
      expect(problemsOf(create)).toEqual([
        `TrainerConfig.${name}: must be a mapping of keys to values, got ${shown}`,
      ]);
    }
  });

  it('takes sampling parameters that it does not know, but for misspelt ones', () => {
    const train = { max_tokens: 5, topP: 2, min_tokens: 1 };
    expect(problemsOf(() => TrainerConfig.create({ rollout: { train } }))).toEqual([
      'TrainerConfig.rollout.train.topP: must be a number > 0 and ≤ 1, got 2',
      'TrainerConfig.rollout.train.max_tokens: unknown key, did you mean "maxTokens"?',
    ]);
  });

  it('reads own keys only, whatever they are called', () => {
    const init = '{"rollout": {"train": {"__proto__": {"topK": "many"}}}}';
    const { train } = TrainerConfig.create(JSON.parse(init)).rollout;
    expect(train.topK).toBeUndefined();
    expect(Object.keys(train)).toContain('__proto__');
  });

  it('is frozen, section by section', () => {
    const config = TrainerConfig.create();
    const sections = Object.entries(config).filter(([name]) => name !== 'root');
    expect(Object.isFrozen(config) && sections.every(([, one]) => Object.isFrozen(one))).toBe(true);
  });
});

describe('TrainerConfig.fromConfig', () => {
  const rllm = { algorithm: { adv_estimator: 'rloo' } };

  it('means GRPO where no estimator is named', () => {
    expect(TrainerConfig.fromConfig({ rllm: {} }).algorithm.estimator).toBe('grpo');
    expect(TrainerConfig.fromConfig({ rllm }).algorithm.estimator).toBe('rloo');
    const older = { rllm: {}, algorithm: { adv_estimator: 'rloo' } };
    expect(TrainerConfig.fromConfig(older).algorithm.estimator).toBe('rloo');
  });

  it('masks what base.yaml masks once compact filtering is enabled', () => {
    const read = (section: object) => [
      ...TrainerConfig.fromConfig({ rllm: { compact_filtering: section } }).compactFiltering.mask,
    ];
    expect(read({ enable: true })).toHaveLength(5);
    expect(read({ enable: true, mask_timeout: false, mask_unknown: true })).toEqual([
      'max_prompt_length_exceeded',
      'max_response_length_exceeded',
      'max_turns_exceeded',
      'unknown',
      'error',
    ]);
  });

  it('reads sizes of the older layout, over which the present one wins', () => {
    const { warnings, onWarning } = gather();
    const config = TrainerConfig.fromConfig(
      {
        rllm: { data: { train_batch_size: 4 } },
        data: { train_batch_size: 1024, val_batch_size: 7, seed: null },
        training: { group_size: 3 },
        validation: { group_size: 2 },
      },
      { onWarning },
    );
    expect(config.data).toMatchObject({ trainBatchSize: 4, valBatchSize: 7, seed: 0 });
    expect(config.rollout).toMatchObject({ n: 3, nVal: 2 });
    expect(warnings.map(({ kind }) => kind)).toEqual(['conflicting-config']);
  });

  it('reads what is about checkpoints from the section of the trainer, and else from that of the backend', () => {
    const { warnings, onWarning } = gather();
    const training = { resume_mode: 'disable', default_local_dir: 'saved', resume_from_path: null };
    const read = (trainer: object) =>
      TrainerConfig.fromConfig({ rllm: { trainer }, training }, { onWarning }).trainer;
    const saved = { resumeMode: 'disable', defaultLocalDir: 'saved', resumeFromPath: null };
    expect(read({})).toMatchObject(saved);
    expect(read({ resume_mode: null })).toMatchObject(saved);
    expect(warnings).toEqual([]);
    expect(read({ resume_mode: 'auto' })).toMatchObject({ ...saved, resumeMode: 'auto' });
    expect(warnings.map(({ places }) => places)).toEqual([
      ['rllm.trainer.resume_mode', 'training.resume_mode'],
    ]);
    const wrong = { rllm: {}, training: { resume_mode: 'sometimes', default_local_dir: 3 } };
    expect(problemsOf(() => TrainerConfig.fromConfig(wrong))).toEqual([
      'training.default_local_dir: must be a non-empty string, or null, got 3',
      'training.resume_mode: must be one of auto, disable, resume_path, got "sometimes"',
    ]);
  });

  it('lists what belongs to other parts once, but for the sections of the backend', () => {
    const { warnings, onWarning } = gather();
    const root = {
      rllm: { gateway: { port: 1 }, workflow: { warm_queue_size: -1, name: 'x' } },
      actor_rollout_ref: {},
      model: { name: 'm' },
    };
    const config = TrainerConfig.fromConfig(root, { onWarning, backendSections: ['model'] });
    expect(warnings.map(({ places }) => places)).toEqual([
      ['rllm.workflow.warm_queue_size', 'rllm.workflow.name', 'rllm.gateway', 'actor_rollout_ref'],
    ]);
    expect(config.root).toBe(root);
  });

  it.each([
    [
      { trainer: { total_epoch: 1 } },
      'rllm.trainer.total_epoch: unknown key, did you mean "total_epochs"?',
    ],
    [{ trainr: {} }, 'rllm.trainr: unknown key, did you mean "trainer"?'],
    [
      { trainer: { logger: [1] } },
      'rllm.trainer.logger: must be a list of names, got an array of 1',
    ],
    [{ trainer: { val_only: 'no' } }, 'rllm.trainer.val_only: must be true or false, got "no"'],
    [
      { rollout: { train: { temperature: -1 } } },
      'rllm.rollout.train.temperature: must be a number ≥ 0, got -1',
    ],
    [
      { rollout: { val: { stop: 'END' } } },
      'rllm.rollout.val.stop: must be a list of strings, got "END"',
    ],
    [
      { rollout: { val: { maxTokens: 9 } } },
      'rllm.rollout.val.maxTokens: unknown key, did you mean "max_tokens"?',
    ],
    [
      { workflow: { workflow_args: 3 } },
      'rllm.workflow.workflow_args: must be a mapping of keys to values, got 3',
    ],
    [
      { rejection_sample: { multiplier: 2 } },
      'rllm.rejection_sample.multiplier: must be 1 while rllm.rejection_sample.enable is not true, got 2',
    ],
    [
      { rejection_sample: { mode: 'group' } },
      'rllm.rejection_sample.mode: must be "none" or "episode": "group" is not implemented',
    ],
    [
      { async_training: { enable: true } },
      'rllm.async_training.enable: must be false: training while rollouts go on is not there yet',
    ],
    [
      { trainer: { resume_mode: 'resume_path' } },
      'rllm.trainer.resume_from_path: must name a folder global_step_{N} while the mode is "resume_path", got null',
    ],
    [
      { remote_runtime: { enabled: true } },
      'rllm.remote_runtime.enabled: must be false: agents in containers of their own are not supported',
    ],
  ])('refuses %j', (section, problem) => {
    expect(problemsOf(() => TrainerConfig.fromConfig({ rllm: section }))).toEqual([problem]);
  });

  it('finds a mapping where rLLM has one, or says what came', () => {
    expect(problemsOf(() => TrainerConfig.fromConfig([])).map(pathOf)).toContain('config');
    expect(problemsOf(() => TrainerConfig.fromConfig({ rllm: 3 }))).toEqual([
      'rllm: must be a mapping of keys to values, got 3',
    ]);
  });

  it('does not take a Map for an empty section', () => {
    const map = new Map([['enable', true]]);
    const stepwise_advantage = { mode: 'per_step' };
    const sections = { algorithm: map, compact_filtering: map, transform: map };
    const workflow = { workflow_args: map };
    const rllm = { ...sections, stepwise_advantage, workflow };
    expect(problemsOf(() => TrainerConfig.fromConfig({ rllm })).map(pathOf)).toEqual([
      'rllm.algorithm',
      'rllm.compact_filtering',
      'rllm.transform',
      'rllm.workflow.workflow_args',
    ]);
  });

  it('takes null for an empty list of loggers and for no limit of steps', () => {
    const { trainer } = TrainerConfig.fromConfig({
      rllm: { trainer: { logger: null, total_batches: null } },
    });
    expect(trainer).toMatchObject({ logger: [], totalBatches: -1 });
  });
});

describe('TrainerConfig.from', () => {
  it('takes a config, a root or fields', () => {
    const config = TrainerConfig.create();
    expect(TrainerConfig.from(config)).toBe(config);
    expect(TrainerConfig.from({ rllm: { rollout: { n: 2 } } }).rollout.n).toBe(2);
    expect(TrainerConfig.from({ rollout: { n: 2 } }).rollout.n).toBe(2);
  });

  it('takes a map of estimators over a config that was made', () => {
    const made = TrainerConfig.from({
      rllm: {
        compact_filtering: { enable: true, mask_timeout: false },
        rejection_sample: { enable: true, multiplier: 2 },
        rollout: { n: 3, train: { top_k: 4, min_p: 0.1 } },
        transform: { broadcast: false },
        workflow: { workflow_args: { timeout: 9 } },
      },
    });
    const { algorithm, ...sections } = TrainerConfig.from(made, {
      estimatorMap: { judge: 'rloo' },
    });
    expect({ ...algorithm.estimatorMap }).toEqual({ judge: 'rloo' });
    expect(sections).toEqual({ ...made, algorithm: undefined });
  });

  it('names every key of sections that others read, beside those that are read here', () => {
    const { warnings, onWarning } = gather();
    const root = {
      rllm: { remote_runtime: { enabled: false, session_timeout: 60 } },
      data: { train_batch_size: 4, shuffle: false },
      training: { group_size: 4, learning_rate: 1e-5, beta1: 0.9, beta2: 0.95 },
      validation: { group_size: 1, seed: 1 },
      model: { name: 'm' },
      optim: { lr: 1 },
      fsdp: {},
      ray: {},
    };
    TrainerConfig.fromConfig(root, { onWarning });
    const expected = [
      ...['model', 'optim', 'fsdp', 'ray', 'data.shuffle', 'training.learning_rate'],
      ...['training.beta1', 'training.beta2', 'validation.seed'],
      'rllm.remote_runtime.session_timeout',
    ];
    expect(warnings).toEqual([
      {
        kind: 'unknown-config-key',
        message: `config keys that mean nothing here were ignored: ${expected.join(', ')}`,
        places: expected,
      },
    ]);
    warnings.length = 0;
    const backendSections = ['model', 'training', 'optim', 'fsdp', 'ray', 'data', 'validation'];
    TrainerConfig.fromConfig({ ...root, rllm: {} }, { onWarning, backendSections });
    expect(warnings).toEqual([]);
  });

  it('reads any sizes alike from files and from code', () => {
    const sizes = fc.record({ n: fc.integer({ min: 1 }), batch: fc.integer({ min: 1 }) });
    fc.assert(
      fc.property(sizes, ({ n, batch }) => {
        const inFile = { rllm: { rollout: { n }, data: { train_batch_size: batch } } };
        const inCode = { rollout: { n }, data: { trainBatchSize: batch } };
        const [a, b] = [TrainerConfig.from(inFile), TrainerConfig.from(inCode)];
        expect({ ...a, algorithm: null, root: null }).toEqual({
          ...b,
          algorithm: null,
          root: null,
        });
      }),
    );
  });
});

function pathOf(problem: string): string {
  return problem.split(': ')[0] ?? '';
}
