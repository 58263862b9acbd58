import { describe, expect, it } from 'vitest';
import { UnifiedTrainer } from '../../ts/trainer/unified-trainer.ts';
import { problemsOf } from '../support/config-problems.ts';
import { makeTrainer, smallConfig, tasks } from './make-trainer.ts';
import { recordingBackend } from './recording-backend.ts';

const { backend } = recordingBackend();
const workflow = () => 0;
const make = (options: object): unknown =>
  new UnifiedTrainer({ backend, workflow, tracking: [], ...options });

describe('options of the trainer', () => {
  it('are refused together with the config', () => {
    expect(
      problemsOf(() =>
        make({
          backend: { name: 'half', initRolloutEngine: () => {} },
          workflow: 'solve',
          trainDataSet: [],
          signal: new AbortController(),
          tracking: [{ lgo: () => {} }],
          config: { rllm: { rollout: { n: 0 }, algorithm: { adv_estimator: 'grop' } } },
        }),
      ),
    ).toEqual([
      'workflow: must be a function or a class of workflows, got "solve"',
      'tracking: must be an object with the method log, or an array of them, got an array of 1',
      'signal: must be an AbortSignal, got an object',
      'trainDataSet: unknown key, did you mean "trainDataset"?',
      'backend: lacks the methods transformToBackendBatch, processBackendBatch, updatePolicy',
      expect.stringMatching(/^rllm\.algorithm\.adv_estimator: unknown advantage estimator "grop"/),
      expect.stringMatching(/^rllm\.rollout\.n: must be an integer ≥ 1, got 0/),
    ]);
  });

  it('need a backend and a workflow', () => {
    expect(problemsOf(() => new UnifiedTrainer({} as never))).toEqual([
      'backend: must be a backend, got undefined',
      'workflow: must be a function or a class of workflows, got undefined',
    ]);
    expect(problemsOf(() => new UnifiedTrainer(undefined as never))[0]).toMatch(
      /must be a mapping of keys to values, got undefined$/,
    );
  });

  it('name what the workflow cannot be made with', () => {
    class NoWorkflow {}
    const config = { workflow: { workflowArgs: { gamma: -1 } } };
    expect(
      problemsOf(() => make({ workflow: NoWorkflow, workflowArgs: { timeout: 0 }, config })),
    ).toEqual([
      'workflow: workflow must be a class that extends Workflow, or a function, got function NoWorkflow',
      'workflowArgs: timeout must be a number of seconds > 0, got 0',
    ]);
    expect(problemsOf(() => make({ config }))).toEqual([
      'TrainerConfig.workflow.workflowArgs: gamma must be a number ≥ 0, got -1',
    ]);
    const inFile = { rllm: { workflow: { workflow_args: { reward_bonus_coeff: -1 } } } };
    expect(problemsOf(() => make({ config: inFile }))).toEqual([
      'rllm.workflow.workflow_args: reward_bonus_coeff must be a number ≥ 0, got -1',
    ]);
    const inCode = { workflow: { workflowArgs: { rewardBonusCoeff: -1 } } };
    expect(problemsOf(() => make({ config: inCode }))).toEqual([
      'TrainerConfig.workflow.workflowArgs: rewardBonusCoeff must be a number ≥ 0, got -1',
    ]);
  });

  it('name a tracker that there is not', () => {
    expect(
      problemsOf(() => make({ tracking: undefined, config: { trainer: { logger: ['consol'] } } })),
    ).toEqual([expect.stringContaining('there is no tracker "consol". Did you mean "console"?')]);
  });

  it('case 22: a set that makes no batch is refused, with both numbers', () => {
    const trainDataset = tasks(3);
    const data = { trainBatchSize: 4 };
    expect(problemsOf(() => make({ trainDataset, config: { data } }))).toEqual([
      'trainDataset: must have the tasks of a batch at least, 4 (TrainerConfig.data.trainBatchSize x TrainerConfig.rejectionSampling.multiplier), got 3',
    ]);
    expect(
      problemsOf(() =>
        make({
          trainDataset,
          valDataset: [],
          config: {
            data: { trainBatchSize: 2 },
            rejectionSampling: { mode: 'episode', multiplier: 2 },
          },
        }),
      ),
    ).toEqual([
      'trainDataset: must have the tasks of a batch at least, 4 (TrainerConfig.data.trainBatchSize x TrainerConfig.rejectionSampling.multiplier), got 3',
      'valDataset: must have a task at least; leave it out for no validation',
    ]);
  });

  it('takes the integer part of the batch size times the multiplier', async () => {
    const { trainer, events } = makeTrainer({
      trainDataset: tasks(7),
      config: {
        data: { trainBatchSize: 3 },
        rejectionSampling: { mode: 'episode', multiplier: 1.4 },
      },
      recording: { members: {} },
    });
    await trainer.fit();
    expect(events.filter((event) => event.startsWith('onBatchStart'))).toHaveLength(1);
    expect(
      problemsOf(() =>
        make({
          config: {
            data: { trainBatchSize: 1 },
            rejectionSampling: { mode: 'episode', multiplier: 0.5 },
          },
        }),
      ),
    ).toEqual([
      'TrainerConfig.rejectionSampling.multiplier: makes batches of 1 x 0.5 tasks, which is less than one',
    ]);
  });

  it('refuses training while rollouts go on, which is not built', () => {
    expect(problemsOf(() => make({ config: { asyncTraining: { enable: true } } }))).toEqual([
      expect.stringContaining('asyncTraining.enable: must be false'),
    ]);
  });

  it('name members of a backend that are not what they must be', () => {
    const wrong = { onTrainStart: 5, shutdown: 'now', runFolder: '', configSections: 'model' };
    expect(problemsOf(() => make({ backend: { ...backend, ...wrong } }))).toEqual([
      'backend.onTrainStart: must be a function, got 5',
      'backend.shutdown: must be a function, got "now"',
      'backend.runFolder: must be a path, got ""',
      'backend.configSections: must be an array of names, got "model"',
    ]);
    expect(make({ backend: { ...backend, onTrainStart: null, runFolder: null } })).toBeInstanceOf(
      UnifiedTrainer,
    );
  });

  it('are no Maps', () => {
    const map = new Map([['solver', 'rloo']]);
    expect(problemsOf(() => make({ trajGroupAdvEstimatorMap: map, workflowArgs: map }))).toEqual([
      'workflowArgs: must be an object, got a Map',
      'trajGroupAdvEstimatorMap: must be an object of roles, got a Map',
    ]);
  });

  it('have the backend judge the config at once', () => {
    const validateConfig = () => Promise.reject(new Error('no such model'));
    expect(() => make({ backend: { ...backend, validateConfig } })).toThrow(
      'what validateConfig gives must be nothing, and no promise',
    );
  });

  it('asks the backend last, and throws what it throws', () => {
    const mine = new Error('no such model');
    let asked = 0;
    const validateConfig = (): void => {
      asked++;
      throw mine;
    };
    const refusing = { ...backend, validateConfig };
    expect(() => make({ backend: refusing, config: { rollout: { n: 0 } } })).toThrow(/rollout/);
    expect(asked).toBe(0);
    expect(() => make({ backend: refusing })).toThrow(mine);
  });

  it('reads roots of config files, fields, and configs that were made', () => {
    const root = { rllm: { rollout: { n: 3 } }, model: { name: 'm' } };
    const made = makeTrainer().trainer.config;
    expect(new UnifiedTrainer({ backend, workflow, tracking: [], config: made }).config).toBe(made);
    const { config } = new UnifiedTrainer({
      backend: { ...backend, configSections: ['model'] },
      workflow,
      tracking: [],
      config: root,
      onWarning: ({ message }) => expect.fail(message),
    });
    expect(config.rollout.n).toBe(3);
    expect(config.root.model).toEqual({ name: 'm' });
  });

  it('gives estimators and losses of roles to the backend', async () => {
    const { trainer } = makeTrainer({
      trajGroupAdvEstimatorMap: { solver: ['rloo', 'ppo'], judge: 'reinforce' },
      config: { ...smallConfig(), algorithm: { estimatorMap: { judge: 'grpo', critic: 'rloo' } } },
      recording: {
        members: {
          computeAdvantages: (_, algorithm, collect) => {
            expect({ ...algorithm.lossFnMap }).toEqual({ solver: 'ppo' });
            collect();
          },
        },
      },
    });
    const { metrics } = await trainer.fit();
    expect({ ...trainer.config.algorithm.estimatorMap }).toEqual({
      judge: 'reinforce',
      critic: 'rloo',
      solver: 'rloo',
    });
    // Of rewards 1 and 0, RLOO gives 1 and -1.
    expect(metrics['advantage/solver/max']).toBe(1);
  });
});
