// Small runs of the local backend, in threads and without: they must come to the same parameters wherever they are made.
// Adds to the report what was checked and what was wrong.

import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';

/** Where Node comes to: the run of docs/local.md, and one with every term of the loss, in two steps a batch. */
const RUNS = [
  { hash: '5aabb051bf3efe6f', training: { learningRate: 0.02 } },
  {
    hash: 'bf0f82f4bedb5fec',
    training: {
      learningRate: 0.02,
      numMinibatches: 2,
      sampledEntropy: 0.02,
      entropyBonus: 0.02,
      entropyBonusSteps: 15,
      referenceKl: 0.02,
    },
  },
];

/** @param workers - numbers of threads to put it to; 0 where there are none */
export async function trainLocal(report, workers = [1, 2, 4, 0]) {
  const failures = [];
  for (const { hash: expected, training } of RUNS) {
    for (const count of workers) {
      const { hash, threads, warnings } = await train(count, training);
      if (hash !== expected)
        failures.push(`local, ${count} workers: ${hash} instead of ${expected}`);
      if (threads !== Math.max(count, 1)) failures.push(`local: ${threads} of ${count} workers`);
      failures.push(...warnings);
    }
  }
  const cases = report.cases + 2 * RUNS.length * workers.length;
  return { ...report, cases, failures: [...report.failures, ...failures] };
}

async function train(workers, training) {
  const warnings = [];
  const backend = new LocalBackend({
    workers,
    model: { layers: 1, width: 16, heads: 2, feedForward: 32, context: 16, characters: 'ab' },
    training,
    onWarning: ({ message }) => warnings.push(message),
  });
  const trainer = new UnifiedTrainer({
    backend,
    config: {
      data: { trainBatchSize: 1 },
      rollout: { n: 16, train: { maxTokens: 1 } },
      trainer: { totalEpochs: 20, logger: [], testFreq: -1, saveFreq: -1, resumeMode: 'disable' },
    },
    workflow: async (_task, ctx) =>
      (await ctx.model.chat([{ role: 'user', content: 'a' }])).content === 'b',
    trainDataset: ['say b'],
    print: () => {},
  });
  await trainer.fit();
  const result = { hash: await backend.policy.parametersHash(), threads: backend.policy.workers };
  await trainer.shutdown();
  return { ...result, warnings };
}
