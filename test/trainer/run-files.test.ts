import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UnifiedTrainer } from '../../ts/trainer/unified-trainer.ts';
import { tasks } from './make-trainer.ts';
import { recordingBackend } from './recording-backend.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upperhand-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

it('writes metrics and episodes where a whole config says', async () => {
  const { backend } = recordingBackend({ makesEpisodes: false });
  await using trainer = new UnifiedTrainer<{ id: string }>({
    backend,
    config: {
      rllm: {
        data: { train_batch_size: 2, val_batch_size: 1 },
        rollout: { n: 2 },
        trainer: { total_epochs: 1, test_freq: 2, logger: ['file'] },
        episode_logging: { log_episodes: true, episode_log_dir: join(folder, 'logs') },
      },
    },
    workflow: async (_, ctx) => {
      await ctx.model.chat([{ role: 'user', content: '?' }]);
      return ctx.rolloutIdx === 0;
    },
    trainDataset: tasks(4),
    valDataset: tasks(3),
    runFolder: join(folder, 'run'),
  });
  const { runFolder, metrics } = await trainer.fit();
  await trainer.shutdown();

  expect(runFolder).toBe(join(folder, 'run'));
  const lines = read('run', 'metrics.jsonl').trim().split('\n');
  const written = lines.map((line) => JSON.parse(line) as { step: number; data: object });
  expect(written.map(({ step }) => step)).toEqual([1, 2, 2, 2]);
  expect(written[1]?.data).toEqual(metrics);

  const steps = join('logs', 'episodes');
  expect(readdirSync(join(folder, steps)).sort()).toEqual([
    'train_step_1_epoch_0',
    'train_step_2_epoch_0',
    'val_step_2_epoch_0',
  ]);
  // Three validation batches of a step are one summary, and correctness is a boolean.
  const summary = JSON.parse(read(steps, 'val_step_2_epoch_0', 'batch_summary.json'));
  expect(summary).toMatchObject({ num_episodes: 3, summary_stats: { total_correct: 3 } });
  const step = readdirSync(join(folder, steps, 'train_step_1_epoch_0'));
  const episodes = step.filter((name) => name.startsWith('episode_'));
  const right = episodes.map(
    (name) => JSON.parse(read(steps, 'train_step_1_epoch_0', name)).is_correct,
  );
  expect(right.sort()).toEqual([false, false, true, true]);
});

it('writes episodes into a run folder that was given, unless the config has another for them', async () => {
  const { backend } = recordingBackend({ makesEpisodes: false });
  await using trainer = new UnifiedTrainer<{ id: string }>({
    backend,
    config: {
      data: { trainBatchSize: 1 },
      rollout: { n: 2 },
      trainer: { totalEpochs: 1, testFreq: 0, logger: [] },
      episodeLogging: { logEpisodes: true },
    },
    workflow: async (_, ctx) => (await ctx.model.chat([{ role: 'user', content: '?' }])) && 1,
    trainDataset: tasks(1),
    runFolder: folder,
  });
  await trainer.fit();
  expect(readdirSync(join(folder, 'episodes'))).toEqual(['train_step_1_epoch_0']);
});
