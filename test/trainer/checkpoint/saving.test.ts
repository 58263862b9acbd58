// When checkpoints are saved, and what is refused at once.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { ScriptedBackend } from '../../../ts/backends/scripted/scripted-backend.ts';
import { readCheckpoint } from '../../../ts/trainer/checkpoint/checkpoint.ts';
import { MemoryCheckpointStore } from '../../../ts/trainer/checkpoint/memory-checkpoint-store.ts';
import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import { InMemoryStore } from '../../../ts/workflow/in-memory-store.ts';
import { replaceFs } from '../../support/replace-fs.ts';
import { makeTrainer, tasks } from '../make-trainer.ts';
import { play, smallConfig, smallRun, TASKS, type Task } from './small-run.ts';
import { TinyPolicy } from './tiny-policy.ts';
import { bytes, noBytes, train } from './train-in-memory.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-saving-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe('saving', () => {
  it('is done every save_freq steps and after the last one', async () => {
    const store = new MemoryCheckpointStore();
    const { trainer } = train(store, {
      config: { trainer: { totalEpochs: 7, saveFreq: 4 } },
      trainDataset: tasks(2),
    });
    expect(await trainer.fit()).toMatchObject({ steps: 7, checkpoint: 'memory/global_step_7' });
    expect(await store.list()).toEqual(['global_step_4', 'global_step_7']);
    expect(await store.readPointer()).toBe('7');
  });

  it.each([0, -1])('is not done with a save_freq of %d', async (saveFreq) => {
    const store = new MemoryCheckpointStore();
    const { trainer } = train(store, { config: { trainer: { saveFreq } } });
    expect(await trainer.fit()).toMatchObject({ steps: 2, checkpoint: null, resumedFrom: null });
    expect(await store.list()).toEqual([]);
  });

  it('is not done for a backend without saveState', async () => {
    const store = new MemoryCheckpointStore();
    const { trainer } = train(store, { recording: {} });
    expect(await trainer.fit()).toMatchObject({ checkpoint: null });
    expect(await store.list()).toEqual([]);
  });

  it('comes after onBatchEnd, the trackers and the validation', async () => {
    const events: string[] = [];
    const { trainer } = train(new MemoryCheckpointStore(), {
      recording: {
        at: (member) => void events.push(member),
        members: {
          ...noBytes,
          saveState: ({ globalStep }) => {
            events.push(`saveState ${globalStep}`);
            return bytes('');
          },
        },
      },
      tracking: { log: () => void events.push('log') },
      config: { trainer: { testFreq: 1, saveFreq: 1 } },
      trainDataset: tasks(2),
      valDataset: tasks(1),
    });
    await trainer.fit();
    expect(events.slice(events.indexOf('onBatchEnd'))).toEqual([
      ...['onBatchEnd', 'log', 'onValidationStart', 'generateEpisodes', 'log', 'onValidationEnd'],
      ...['saveState 1', 'onEpochEnd', 'onValidationStart', 'generateEpisodes', 'log'],
      ...['onValidationEnd', 'onTrainEnd'],
    ]);
  });

  it('writes what people and rLLM look for', async () => {
    const folder = join(work, 'layout');
    await smallRun(folder, 'none', { trainer: { totalBatches: 2 } });
    expect(readdirSync(folder).sort()).toEqual([
      'global_step_2',
      'latest_checkpointed_iteration.txt',
      'metrics.jsonl',
    ]);
    expect(readFileSync(join(folder, 'latest_checkpointed_iteration.txt'), 'utf8')).toBe('2');
    const text = readFileSync(join(folder, 'global_step_2/checkpoint.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      name: '000002',
      epoch: 0,
      weight_version: 2,
      dataloader_state: { epoch: 0, cursor: 6, seed: 7 },
      agreement: { backend: 'tiny', 'data.seed': 7, 'number of tasks': 10 },
      file: { name: 'checkpoint.bin' },
    });
  });

  it('goes where default_local_dir says', async () => {
    const [runFolder, defaultLocalDir] = [join(work, 'run'), join(work, 'elsewhere')];
    await smallRun(runFolder, 'none', { trainer: { totalBatches: 2, defaultLocalDir } });
    expect(existsSync(join(defaultLocalDir, 'global_step_2/checkpoint.bin'))).toBe(true);
    expect(readdirSync(runFolder)).toEqual(['metrics.jsonl']);
  });

  it('ends the run when it fails, with what failed', async () => {
    const members = { ...noBytes, saveState: () => 'text' as never };
    const { trainer } = train(new MemoryCheckpointStore(), { recording: { members } });
    await expect(trainer.fit()).rejects.toThrow(
      'saving a checkpoint failed at step 1: what saveState gives must be a Uint8Array, got "text"',
    );
  });

  it('refuses what cannot be held, by its path, and leaves the checkpoint before', async () => {
    const checkpointStore = new MemoryCheckpointStore();
    const store = new InMemoryStore();
    const { trainer } = train(checkpointStore, {
      store,
      onProgress: (event) => {
        if (event.type === 'step' && event.step === 2) void store.set('best', () => 1);
      },
    });
    await expect(trainer.fit()).rejects.toThrow(
      'saving a checkpoint failed at step 2: the store.get("best") must be something that a checkpoint can hold, got function',
    );
    expect(await checkpointStore.list()).toEqual(['global_step_1']);
    expect(await checkpointStore.readPointer()).toBe('1');
  });

  it('is off where there are no files, and says so', async () => {
    const { trainer, warnings } = makeTrainer({ recording: { members: noBytes } });
    await replaceFs(null, () => trainer.fit());
    expect(warnings.map(({ kind }) => kind)).toEqual(['checkpoints-off']);
  });

  it('works there with a store in memory', async () => {
    const store = new MemoryCheckpointStore();
    await replaceFs(null, () => train(store).trainer.fit());
    const again = train(store, { config: { trainer: { totalEpochs: 2 } } });
    expect(await replaceFs(null, () => again.trainer.fit())).toMatchObject({
      resumedFrom: 2,
      steps: 2,
    });
  });

  it('waits for what training learns from a step in onStep', async () => {
    const checkpointStore = new MemoryCheckpointStore();
    const store = new InMemoryStore();
    const { trainer } = train(checkpointStore, {
      store,
      onStep: async (metrics, { step }) => {
        await sleep(1);
        await store.set('learned', [step, metrics['reward/agent/mean']]);
      },
    });
    const { metrics } = await trainer.fit();
    for (const step of [1, 2]) {
      const name = `global_step_${step}`;
      const [checkpoint, description] = await Promise.all(
        ['checkpoint.bin', 'checkpoint.json'].map((file) => checkpointStore.read(name, file)),
      );
      const files = {
        checkpoint: checkpoint as Uint8Array,
        description: description as Uint8Array,
      };
      const saved = readCheckpoint(files, name).store?.get('learned');
      expect(saved).toEqual([step, metrics['reward/agent/mean']]);
    }
  });

  it('is not done of a step whose onStep fails', async () => {
    const store = new MemoryCheckpointStore();
    const onStep = (_: unknown, { step }: { readonly step: number }) =>
      step === 2 ? Promise.reject(new Error('no average')) : undefined;
    await expect(train(store, { onStep }).trainer.fit()).rejects.toThrow(
      'onStep failed at step 2: no average',
    );
    expect(await store.list()).toEqual(['global_step_1']);
  });
});

describe('what is refused at once', () => {
  it('saveState without loadState, and the other way round', () => {
    const { saveState, loadState } = noBytes;
    expect(() => makeTrainer({ recording: { members: { saveState } } })).toThrow(
      'backend: has saveState, and so must have loadState too',
    );
    expect(() => makeTrainer({ recording: { members: { loadState } } })).toThrow(
      'backend: has loadState, and so must have saveState too',
    );
  });

  it('a store that is none', () => {
    expect(() => makeTrainer({ checkpointStore: {} as never })).toThrow(
      /checkpointStore: must be a store of checkpoints: place, readPointer/,
    );
  });

  it('a path to resume from for a backend that cannot', () => {
    const backend = new TinyPolicy();
    const without = {
      name: 'four members',
      initRolloutEngine: () => backend.initRolloutEngine(),
      transformToBackendBatch: () => [],
      processBackendBatch: () => {},
      updatePolicy: () => {},
    };
    const trainer = { resumeMode: 'resume_path', resumeFromPath: 'global_step_1' } as const;
    const make = () =>
      new UnifiedTrainer<Task>({
        backend: without,
        workflow: play,
        trainDataset: TASKS,
        config: smallConfig('none', trainer),
      });
    expect(make).toThrow(
      'trainer.resumeMode: must not be "resume_path": the backend has no loadState',
    );
  });
});

describe('a scripted backend', () => {
  const runScripted = async (
    checkpoints: boolean,
    store: MemoryCheckpointStore,
    totalEpochs: number,
  ) => {
    const backend = new ScriptedBackend({ respond: () => 'yes', checkpoints });
    await using trainer = new UnifiedTrainer({
      backend,
      workflow: async (_, ctx) =>
        (await ctx.model.chat([{ role: 'user', content: '?' }])) && ctx.rolloutIdx,
      trainDataset: tasks(2),
      config: {
        data: { trainBatchSize: 2 },
        rollout: { n: 2 },
        trainer: { totalEpochs, testFreq: 0, logger: [] },
      },
      checkpointStore: store,
      print: () => {},
      onWarning: () => {},
    });
    return { ...(await trainer.fit()), updates: backend.updates };
  };

  it('has checkpoints when it is asked to', async () => {
    const store = new MemoryCheckpointStore();
    expect(await runScripted(true, store, 2)).toMatchObject({ resumedFrom: null, updates: 2 });
    expect(await runScripted(true, store, 3)).toMatchObject({
      resumedFrom: 2,
      steps: 1,
      updates: 3,
    });
  });

  it('has none otherwise', async () => {
    const store = new MemoryCheckpointStore();
    expect(await runScripted(false, store, 1)).toMatchObject({ checkpoint: null });
    expect(await store.list()).toEqual([]);
  });
});
