import { describe, expect, it } from 'vitest';
import {
  LocalBackend,
  type LocalBackendOptions,
} from '../../../ts/backends/local/local-backend.ts';
import type { TrainerConfigInit } from '../../../ts/config/trainer-config.ts';
import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import type { Step } from '../../../ts/types/step.ts';
import { assistantMessage } from '../../../ts/workflow/model/assistant-message.ts';
import type { WorkflowContext } from '../../../ts/workflow/workflow-context.ts';
import { TRAINER, workerFile } from './support.ts';

const MODEL = { layers: 1, width: 16, heads: 2, feedForward: 32, context: 32, characters: 'abc' };

interface Setup {
  readonly options?: LocalBackendOptions;
  readonly config?: TrainerConfigInit;
  readonly steps?: number;
  readonly workflow?: (task: string, ctx: WorkflowContext) => Promise<unknown>;
}

const say = (content: string) => [{ role: 'user' as const, content }];

/** To `a` the answer is `b`. */
async function bandit(_task: string, { model }: WorkflowContext) {
  return (await model.chat(say('a'))).content === 'b';
}

async function train({ options = {}, config = {}, steps = 20, workflow = bandit }: Setup) {
  const backend = new LocalBackend({
    workers: 0,
    workerFile,
    ...options,
    model: { ...MODEL, ...options.model },
    training: { learningRate: 0.02, ...options.training },
  });
  const logged: Record<string, number>[] = [];
  const taken: Step[] = [];
  const trainer = new UnifiedTrainer<string>({
    backend,
    config: {
      ...config,
      data: { trainBatchSize: 1, ...config.data },
      rollout: { n: 16, train: { maxTokens: 1 }, ...config.rollout },
      trainer: { totalEpochs: steps, ...TRAINER, ...config.trainer },
    },
    workflow: workflow as never,
    trainDataset: ['task'],
    tracking: {
      log: (metrics, { groups }) => {
        logged.push(metrics);
        taken.push(
          ...(groups ?? []).flatMap((group) => group.trajectories.flatMap((t) => t.steps)),
        );
      },
      finish: () => {},
    },
    print: () => {},
    onWarning: () => {},
  });
  try {
    await trainer.fit();
    return {
      backend,
      logged,
      taken,
      hash: await backend.policy.parametersHash(),
      state: await backend.saveState(),
    };
  } finally {
    await trainer.shutdown();
  }
}

const rewards = (logged: readonly Record<string, number>[]) =>
  logged.map((one) => one['reward/agent/mean'] ?? 0);

describe('a local backend', () => {
  it('learns what is rewarded', async () => {
    const { logged } = await train({});
    const all = rewards(logged);
    expect(all[0]).toBeLessThan(0.5);
    expect(Math.min(...all.slice(-3))).toBeGreaterThan(0.9);
  });

  it('learns a task of two turns, of which only the last is rewarded', async () => {
    const workflow = async (_task: string, { model }: WorkflowContext) => {
      const first = await model.chat(say('a'));
      const messages = [...say('a'), assistantMessage(first), ...say('c')];
      const second = await model.chat(messages);
      return first.content === 'b' && second.content === 'c';
    };
    const { logged } = await train({
      workflow,
      steps: 60,
      config: { rollout: { n: 32, train: { maxTokens: 1 } } },
    });
    expect(rewards(logged).at(-1)).toBeGreaterThan(0.9);
    expect(logged[0]).toMatchObject({ 'batch/merge_compression_ratio': 2, 'train/tokens': 64 });
  });

  it('comes to the same parameters however often, and in however many threads', async () => {
    const options = {
      microBatchTokens: 16,
      training: { sampledEntropy: 0.01, entropyBonus: 0.01, referenceKl: 0.01 },
    };
    const { hash, logged } = await train({ options, steps: 4 });
    for (const workers of [0, 1, 2, 4]) {
      const again = await train({ options: { ...options, workers }, steps: 4 });
      expect([workers, again.hash, rewards(again.logged)]).toEqual([
        workers,
        hash,
        rewards(logged),
      ]);
    }
    expect((await train({ options: { ...options, model: { seed: 1 } }, steps: 4 })).hash).not.toBe(
      hash,
    );
  });

  it('gives every step its version, its temperature and what it was sampled with', async () => {
    const { taken, logged } = await train({
      steps: 3,
      config: { rollout: { n: 4, train: { temperature: 1.5, maxTokens: 3 } } },
    });
    expect(taken).toHaveLength(12);
    expect(taken.map(({ weightVersion }) => weightVersion)).toEqual(
      [0, 1, 2].flatMap((v) => [v, v, v, v]),
    );
    for (const step of taken) {
      expect(step.metadata).toMatchObject({ temperature: 1.5 });
      expect(step.logprobs).toHaveLength(step.responseIds.length);
    }
    // Scored at that temperature, they are those that were sampled.
    for (const metrics of logged) {
      expect(metrics['train/kl_sample_train_v1']).toBe(0);
      expect(metrics['train/agent/ratio/max']).toBe(1);
    }
  });

  it('takes the log-probabilities of the policy, whatever a workflow made of them', async () => {
    const odd = async (_task: string, { model }: WorkflowContext) => {
      const answer = await model.chat(say('a'));
      for (const step of model.steps) step.logprobs = step.logprobs.map((logprob) => logprob - 1);
      return answer.content === 'b';
    };
    const older = async (_task: string, { model }: WorkflowContext) => {
      const answer = await model.chat(say('a'));
      for (const step of model.steps) {
        step.logprobs = step.logprobs.map((logprob) => logprob - 1);
        step.weightVersion = -1;
      }
      return answer.content === 'b';
    };
    const config = { algorithm: { lossFn: 'importance_sampling' } };
    const [a, b] = [
      await train({ workflow: odd, config, steps: 2 }),
      await train({ workflow: older, config, steps: 2 }),
    ];
    expect(a.hash).toBe(b.hash);
    for (const metrics of [...a.logged, ...b.logged]) {
      expect(metrics['train/kl_sample_train_v1']).toBeCloseTo(1, 5);
      expect(metrics['train/agent/ratio/mean']).toBeCloseTo(Math.E, 5);
    }
  });

  it('reports under the keys of rLLM', async () => {
    const { logged } = await train({
      steps: 2,
      options: { training: { entropyBonus: 0.1, entropyBonusSteps: 1, referenceKl: 0.1 } },
      config: { algorithm: { klBeta: 0.1, lrSchedule: 'linear' } },
    });
    expect(logged.map((metrics) => metrics['progress/lr'])).toEqual([0.02, 0.01]);
    expect(logged.map((metrics) => metrics['progress/done_frac'])).toEqual([0.5, 1]);
    for (const key of [
      'progress/batch',
      'progress/epoch',
      'train/entropy',
      'train/perplexity',
      'train/kl_sample_train_v1',
      'train/kl_sample_train_v2',
      'train/agent/loss',
      'train/agent/kl_loss',
      'train/agent/clip_fraction',
      'train/reference_kl',
      'optim/grad_norm',
    ])
      expect([key, logged[1]?.[key]]).toEqual([key, expect.any(Number)]);
    expect(logged[0]).toMatchObject({
      'train/agent/kl': 0,
      'train/reference_kl': 0,
      'train/full_entropy': expect.any(Number),
    });
    // The bonus has fallen to nothing.
    expect(logged[1]).not.toHaveProperty('train/full_entropy');
    expect(logged[1]?.['train/agent/kl']).toBeGreaterThan(0);
  });

  it('begins with what was demonstrated, and stays near it by the KL to it', async () => {
    const demonstrations = ['b', 'c'].map((content) => [
      ...say('a'),
      { role: 'assistant' as const, content },
    ]);
    const warmUp = { demonstrations, steps: 60, learningRate: 0.02 };
    const { logged } = await train({
      steps: 1,
      options: { warmUp, training: { referenceKl: 0.1 } },
    });
    const [first = {}] = logged;
    expect(first['train/entropy']).toBeLessThan(0.9);
    expect(first['reward/agent/mean']).toBeGreaterThan(0.2);
    expect(first['train/reference_kl']).toBe(0);
  });

  it('goes on from its state as if it had never stopped', async () => {
    const options = { training: { referenceKl: 0.05 } };
    const { state } = await train({ options, steps: 2 });
    const runs = [];
    for (let run = 0; run < 2; run++) {
      const backend = new LocalBackend({ workers: run, workerFile, ...options, model: MODEL });
      const trainer = new UnifiedTrainer<string>({
        backend,
        config: {
          data: { trainBatchSize: 1 },
          rollout: { n: 8, train: { maxTokens: 1 } },
          trainer: { totalEpochs: 2, ...TRAINER },
        },
        workflow: bandit,
        trainDataset: ['task'],
        print: () => {},
      });
      const { onEpochStart } = backend;
      backend.onEpochStart = async () => {
        if (backend.policy.step === 0) await backend.loadState(state);
        await onEpochStart.call(backend);
      };
      await trainer.fit();
      runs.push([backend.policy.step, await backend.policy.parametersHash()]);
      await trainer.shutdown();
    }
    expect(runs[0]).toEqual([4, expect.any(String)]);
    expect(runs[1]).toEqual(runs[0]);
  });

  it('ends rollouts whose prompt is too long, and fails those with unknown characters', async () => {
    const workflow = async (_task: string, { model, rolloutIdx }: WorkflowContext) => {
      if (rolloutIdx % 4 === 1) await model.chat(say('a'.repeat(40)));
      if (rolloutIdx % 4 === 2) await model.chat(say('né'));
      return (await model.chat(say('a'))).content === 'b';
    };
    const { logged } = await train({
      workflow,
      steps: 1,
      config: { workflow: { retryLimit: 1, raiseOnError: false } },
    });
    expect(logged[0]).toMatchObject({
      'batch/termination_reason/max_prompt_length_exceeded': 0.25,
      'batch/termination_reason/error': 0.25,
      'train/tokens': 8,
    });
  });

  it('makes no update of steps that nothing can be learned from', async () => {
    const { logged, hash } = await train({ steps: 1, workflow: async () => 1 });
    expect(hash).toBe((await train({ steps: 0 })).hash);
    expect(logged[0]).not.toHaveProperty('optim/grad_norm');
  });

  it('is of one trainer: another would train the same policy, and leave out its warm-up', async () => {
    const { backend } = await train({ steps: 1 });
    const trainer = new UnifiedTrainer<string>({
      backend,
      config: { data: { trainBatchSize: 1 }, rollout: { n: 2 }, trainer: TRAINER },
      workflow: bandit,
      trainDataset: ['task'],
      tracking: [],
      print: () => {},
    });
    await expect(trainer.fit()).rejects.toThrow('must have one trainer, got another');
    await trainer.shutdown();
  });

  it('refuses options and configs that are wrong, when the trainer is made', async () => {
    expect(() => new LocalBackend({ modell: {} } as never)).toThrow('did you mean model?');
    expect(() => new LocalBackend({ warmUp: { demonstrations: [], steps: 1 } })).toThrow(
      'at least one',
    );
    await expect(train({ options: { model: { layers: 0 } } })).rejects.toThrow('model.layers');
    await expect(train({ config: { algorithm: { lossFn: 'pppo' } } })).rejects.toThrow(
      'algorithm.lossFn',
    );
    expect(() => new LocalBackend().policy).toThrow('before initRolloutEngine');
  });
});
