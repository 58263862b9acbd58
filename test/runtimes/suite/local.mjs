// A small run of the local backend, in threads and without: it must come to the same parameters wherever it is made.
// Adds to the report what it checked and what was wrong.

import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';

/** As in docs/local.md, where Node comes to it. */
const HASH = '5aabb051bf3efe6f';
const WORKERS = [1, 2, 0];

export async function trainLocal(report) {
  const failures = [];
  for (const workers of WORKERS) {
    const { hash, threads, warnings } = await train(workers);
    if (hash !== HASH) failures.push(`local, ${workers} workers: ${hash} instead of ${HASH}`);
    if (threads !== Math.max(workers, 1)) failures.push(`local: ${threads} of ${workers} workers`);
    failures.push(...warnings);
  }
  const cases = report.cases + 2 * WORKERS.length;
  return { ...report, cases, failures: [...report.failures, ...failures] };
}

async function train(workers) {
  const warnings = [];
  const backend = new LocalBackend({
    workers,
    model: { layers: 1, width: 16, heads: 2, feedForward: 32, context: 16, characters: 'ab' },
    training: { learningRate: 0.02 },
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
