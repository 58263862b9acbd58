// What estimators remember from batch to batch is part of a checkpoint.
import { expect, it } from 'vitest';
import { MemoryCheckpointStore } from '../../../ts/trainer/checkpoint/memory-checkpoint-store.ts';
import { tasks } from '../make-trainer.ts';
import { noBytes, train } from './train-in-memory.ts';

/** Mean advantages of the batches that a run plays, up to a step. */
async function play(store: MemoryCheckpointStore, totalBatches: number): Promise<unknown[]> {
  const { trainer, logged } = train(store, {
    config: {
      algorithm: { estimator: 'prime-rl/rae' },
      data: { trainBatchSize: 1 },
      trainer: { totalBatches },
    },
    trainDataset: tasks(4),
    recording: { members: noBytes, rewards: () => [1, 1] },
  });
  await trainer.fit();
  return logged.flatMap(({ metrics }) =>
    Object.entries(metrics).flatMap(([key, value]) =>
      /^advantage\/.*\/mean$/.test(key) ? [value] : [],
    ),
  );
}

it('a moving average goes on where the run was cut off', async () => {
  const whole = await play(new MemoryCheckpointStore(), 4);
  expect(whole).toHaveLength(4);
  expect(new Set(whole).size).toBe(4);
  const store = new MemoryCheckpointStore();
  const before = await play(store, 2);
  expect([...before, ...(await play(store, 4))]).toEqual(whole);
});
