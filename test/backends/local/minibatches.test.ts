import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LocalBackend } from '../../../ts/backends/local/local-backend.ts';
import type { LocalBatch, LocalRow } from '../../../ts/backends/local/local-batch.ts';
import type { TrainingSettings } from '../../../ts/backends/local/local-fields.ts';
import { joinMetrics, minibatchesOf } from '../../../ts/backends/local/minibatches.ts';
import type { TrainerConfigInit } from '../../../ts/config/trainer-config.ts';
import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import { TRAINER, workerFile } from './support.ts';

const MODEL = { layers: 1, width: 16, heads: 2, feedForward: 32, context: 16, characters: 'abc' };
const STEPS = 3;

/** To `a` the answer is `b`; sixteen rows a batch. */
async function train(
  training: Partial<TrainingSettings> = {},
  { workers = 0, algorithm = {} }: { workers?: number; algorithm?: object } = {},
) {
  const backend = new LocalBackend({
    workers,
    workerFile,
    microBatchTokens: 16,
    model: MODEL,
    training: { learningRate: 0.02, ...training },
  });
  const logged: Readonly<Record<string, number>>[] = [];
  const config: TrainerConfigInit = {
    algorithm: { lossFn: 'ppo', ...algorithm },
    data: { trainBatchSize: 1 },
    rollout: { n: 16, train: { maxTokens: 1 } },
    trainer: { totalEpochs: STEPS, ...TRAINER },
  };
  await using trainer = new UnifiedTrainer<string>({
    backend: backend as never,
    config,
    workflow: async (_, { model }) =>
      (await model.chat([{ role: 'user', content: 'a' }])).content === 'b',
    trainDataset: ['task'],
    tracking: { log: (metrics) => void logged.push(metrics) },
    print: () => {},
    onWarning: () => {},
  });
  await trainer.fit();
  const { policy } = backend;
  return { logged, updates: policy.step, hash: await policy.parametersHash() };
}

describe('minibatches', () => {
  it('are all rows in their order, in parts of about the same size', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.integer({ min: 1, max: 25 }), (length, count) => {
        const rows = Array.from({ length }, (_, i) => ({ role: `${i}` }) as LocalRow);
        const logprobs = rows.map((_, i) => [i]);
        const batch: LocalBatch = {
          rows,
          logprobs,
          reference: logprobs,
          skippedSteps: 0,
          metrics: {},
        };
        const parts = minibatchesOf(batch, count);
        expect(parts.flatMap((part) => part.rows)).toEqual(rows);
        expect(parts.flatMap((part) => part.logprobs)).toEqual(logprobs);
        expect(parts.flatMap((part) => part.reference)).toEqual(logprobs);
        const sizes = parts.map((part) => part.rows.length);
        expect(sizes).toHaveLength(Math.min(length, count));
        expect(Math.max(0, ...sizes) - Math.min(Infinity, ...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('are steps of the optimizer, with ratios to the policy that sampled', async () => {
    const { logged, updates } = await train({ numMinibatches: 4 });
    expect(updates).toBe(4 * STEPS);
    for (const metrics of logged) {
      expect(metrics).toMatchObject({
        'optim/steps': 4,
        'train/tokens': 16,
        'train/agent/tokens': 16,
        'train/agent/sequences': 16,
      });
      // Only in the first part the policy is the one that sampled.
      expect(metrics['train/agent/ratio/max']).toBeGreaterThan(1);
      expect(metrics['train/kl_sample_train_v1']).toBeGreaterThan(0);
    }
  });

  it('are one, unless more are asked for, and never more than rows', async () => {
    const one = await train();
    expect(await train({ numMinibatches: 1 })).toEqual(one);
    expect(one).toMatchObject({ updates: STEPS, logged: [{ 'optim/steps': 1 }, {}, {}] });
    expect(one.logged[0]).toMatchObject({ 'train/agent/ratio/max': 1 });
    const many = await train({ numMinibatches: 16 });
    expect(many.hash).not.toBe(one.hash);
    expect(await train({ numMinibatches: 99 })).toEqual(many);
  });

  it('have one π_old, whether it is that of the rollouts or computed before the first update', async () => {
    const rollouts = await train({ numMinibatches: 4 });
    const rolloutCorrection = { bypassMode: false };
    const computed = await train({ numMinibatches: 4 }, { algorithm: { rolloutCorrection } });
    expect(computed.hash).toBe(rollouts.hash);
  });

  it('come to the same parameters in any number of threads', async () => {
    const training = {
      numMinibatches: 3,
      sampledEntropy: 0.01,
      entropyBonus: 0.01,
      referenceKl: 0.01,
      lossDivisor: 16,
    };
    const alone = await train(training);
    expect(await train(training, { workers: 2 })).toEqual(alone);
  });
});

it('their metrics are those of the batch', () => {
  const parts = [
    { 'train/a/loss': 1, 'train/a/tokens': 3, 'train/a/ratio/max': 1, 'train/a/ratio/min': 1 },
    { 'train/a/loss': 2, 'train/a/tokens': 4, 'train/a/ratio/max': 2, 'train/a/ratio/min': 0.5 },
    { 'train/b/loss': 5 },
  ];
  expect(joinMetrics(parts)).toEqual({
    'train/a/loss': 1.5,
    'train/a/tokens': 7,
    'train/a/ratio/max': 2,
    'train/a/ratio/min': 0.5,
    'train/b/loss': 5,
  });
});
