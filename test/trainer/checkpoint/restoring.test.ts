// What of a run its checkpoints bring back.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StatefulTaskDataLoader } from '../../../ts/datasets/stateful-task-data-loader.ts';
import { MemoryCheckpointStore } from '../../../ts/trainer/checkpoint/memory-checkpoint-store.ts';
import { InMemoryStore } from '../../../ts/workflow/in-memory-store.ts';
import { replaceFs } from '../../support/replace-fs.ts';
import { tasks } from '../make-trainer.ts';
import { smallRun, TASKS } from './small-run.ts';
import { noBytes, train } from './train-in-memory.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-restoring-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe('going on', () => {
  it('is at the next epoch when the last one was through', async () => {
    // Five batches an epoch, two epochs, stopped after step 5.
    const store = new MemoryCheckpointStore();
    const seen: string[] = [];
    const run = (totalBatches: number) =>
      train(store, {
        config: { data: { trainBatchSize: 1 }, trainer: { totalEpochs: 2, totalBatches } },
        trainDataset: tasks(5),
        recording: {
          members: noBytes,
          at: (member, state) => {
            if (member !== 'onBatchStart' || !state) return;
            const { cursor } = state.trainDataloader?.getState() ?? { cursor: -1 };
            seen.push(`step ${state.globalStep}, epoch ${state.epoch}, batch ${cursor - 1}`);
          },
        },
      }).trainer.fit();
    await run(5);
    seen.length = 0;
    expect(await run(-1)).toMatchObject({ resumedFrom: 5, steps: 5, stopReason: 'epochs' });
    expect(seen[0]).toBe('step 6, epoch 1, batch 0');
    expect(seen).toHaveLength(5);
  });

  it('hands out each task of the epoch once', async () => {
    const store = new MemoryCheckpointStore();
    const seen: unknown[] = [];
    const run = (totalBatches: number) =>
      train(store, {
        config: { data: { seed: 3 }, trainer: { totalBatches } },
        trainDataset: tasks(6),
        recording: {
          members: noBytes,
          rewards: (task) => {
            seen.push((task as { id: string }).id);
            return [1, 0];
          },
        },
      }).trainer.fit();
    await run(2);
    expect(seen).toHaveLength(4);
    await run(-1);
    expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('brings everything back after onTrainStart, before the trackers are told', async () => {
    const store = new MemoryCheckpointStore();
    await train(store, { config: { trainer: { totalEpochs: 2 } } }).trainer.fit();
    const events: unknown[] = [];
    const { trainer } = train(store, {
      config: { trainer: { totalEpochs: 3 } },
      recording: {
        at: (member, state) => void events.push([member, state?.globalStep]),
        members: {
          ...noBytes,
          loadState: (saved, { globalStep, weightVersion, epoch }) => {
            events.push([
              'loadState',
              globalStep,
              weightVersion,
              epoch,
              new TextDecoder().decode(saved),
            ]);
          },
        },
      },
      tracking: {
        log: () => {},
        resumeFrom: (...from) => void events.push(['resumeFrom', ...from]),
      },
    });
    const { state } = await trainer.fit();
    expect(events.slice(0, 5)).toEqual([
      ['initRolloutEngine', undefined],
      ['onTrainStart', 0],
      ['loadState', 4, 4, 1, 'state'],
      ['resumeFrom', 4, 1],
      ['onEpochStart', 5],
    ]);
    expect(state).toMatchObject({ globalStep: 6, weightVersion: 6, epoch: 2 });
  });

  it('does not validate before training once more, unless that is all it does', async () => {
    const store = new MemoryCheckpointStore();
    const run = async (trainer: object): Promise<string[]> => {
      const { trainer: made, events } = train(store, {
        config: { trainer: { valBeforeTrain: true, ...trainer } },
        valDataset: tasks(1),
      });
      await made.fit();
      return events.filter((event) => event.startsWith('onValidationStart'));
    };
    expect(await run({})).toEqual(['onValidationStart 0']);
    expect(await run({ totalEpochs: 2 })).toEqual([]);
    expect(await run({ valOnly: true })).toEqual(['onValidationStart 4']);
  });

  it('is not done in mode disable; what was there makes room', async () => {
    const store = new MemoryCheckpointStore();
    await train(store).trainer.fit();
    const { trainer, warnings } = train(store, {
      config: { trainer: { resumeMode: 'disable', totalBatches: 1 } },
    });
    expect(await trainer.fit()).toMatchObject({ resumedFrom: null, steps: 1 });
    expect(await store.readPointer()).toBe('1');
    expect((await store.list()).sort()).toEqual([
      'global_step_1',
      'global_step_1.superseded',
      'global_step_2',
    ]);
    expect(warnings.map(({ message }) => message)).toEqual([
      'memory/global_step_1 was there already, and is called global_step_1.superseded now',
    ]);
  });

  it('is done from the path that is given, into the folder of the run', async () => {
    const [first, second] = [join(work, 'first'), join(work, 'second')];
    await smallRun(first, 'none', { trainer: { totalBatches: 4 } });
    const trainer = {
      resumeMode: 'resume_path',
      resumeFromPath: `${first}/global_step_2/`,
    } as const;
    const { result } = await smallRun(second, 'none', { trainer: { ...trainer, totalBatches: 6 } });
    expect(result).toMatchObject({
      resumedFrom: 2,
      steps: 4,
      checkpoint: `${second}/global_step_6`,
    });
    expect(readdirSync(second)).not.toContain('global_step_2');
    expect(readFileSync(join(first, 'latest_checkpointed_iteration.txt'), 'utf8')).toBe('4');
  });

  it('leaves steps behind that came after it, once it saves', async () => {
    const folder = join(work, 'rewound');
    await smallRun(folder, 'none', { trainer: { totalBatches: 6 } });
    const trainer = {
      resumeMode: 'resume_path',
      resumeFromPath: `${folder}/global_step_2`,
    } as const;
    const dying: typeof rename = async (from, to) => {
      if (String(from).includes('.saving-global_step')) throw new Error('killed');
      await rename(from, to);
    };
    const rewound = replaceFs({ rename: dying }, () => smallRun(folder, 'none', { trainer }));
    await expect(rewound).rejects.toThrow('saving a checkpoint failed at step 4: killed');
    expect(readFileSync(join(folder, 'latest_checkpointed_iteration.txt'), 'utf8')).toBe('2');
    expect((await smallRun(folder, 'none')).result).toMatchObject({ resumedFrom: 2, steps: 7 });
  });

  it('brings the store of the workflows back', async () => {
    const checkpointStore = new MemoryCheckpointStore();
    const run = async (totalBatches: number): Promise<InMemoryStore> => {
      const store = new InMemoryStore();
      await smallRun(join(work, 'store'), 'none', {
        checkpointStore,
        store,
        trainer: { totalBatches },
      });
      return store;
    };
    const before = await (await run(2)).keys();
    expect(before.length).toBeGreaterThan(0);
    expect((await (await run(3)).keys()).slice(0, before.length)).toEqual(before);
  });

  it('ends with what loadState throws', async () => {
    const store = new MemoryCheckpointStore();
    await train(store).trainer.fit();
    const loadState = (): never => {
      throw new Error('the policy has another shape');
    };
    const { trainer } = train(store, { recording: { members: { ...noBytes, loadState } } });
    await expect(trainer.fit()).rejects.toThrow(
      'loadState failed at step 2: the policy has another shape',
    );
  });

  it('validates where the run was stopped before it could', async () => {
    const store = new MemoryCheckpointStore();
    const controller = new AbortController();
    const config = { trainer: { testFreq: 2, totalEpochs: 2 } };
    const first = train(store, {
      config,
      valDataset: tasks(1),
      signal: controller.signal,
      onProgress: (event) => {
        if (event.type === 'step' && event.step === 2) controller.abort();
      },
    });
    await first.trainer.fit();
    const second = train(store, { config, valDataset: tasks(1) });
    await second.trainer.fit();
    expect(first.logged.map(({ step }) => step)).toEqual([1, 2]);
    expect(second.logged.map(({ step }) => step)).toEqual([2, 3, 4, 4, 4]);
  });
});

describe('a loader that the backend brings', () => {
  it('is taken to its place when it has one', async () => {
    const store = new MemoryCheckpointStore();
    const run = async (totalBatches: number): Promise<unknown> => {
      const loader = new StatefulTaskDataLoader(TASKS, { batchSize: 3, seed: 1 });
      const { trainer, warnings } = train(store, {
        config: { trainer: { totalBatches } },
        recording: { members: { ...noBytes, getDataloader: () => loader } },
      });
      await trainer.fit();
      expect(warnings.filter(({ kind }) => kind !== 'run-resumed')).toEqual([]);
      return loader.getState();
    };
    expect(await run(1)).toEqual({ epoch: 0, cursor: 3, seed: 1 });
    expect(await run(2)).toEqual({ epoch: 0, cursor: 6, seed: 1 });
  });

  it('begins the epoch anew when it has none, with a warning', async () => {
    const store = new MemoryCheckpointStore();
    const run = (totalBatches: number) =>
      train(store, {
        config: { trainer: { totalBatches } },
        recording: { members: { ...noBytes, getDataloader: () => [tasks(2), tasks(2), tasks(2)] } },
      });
    await run(1).trainer.fit();
    const { trainer, warnings } = run(2);
    await trainer.fit();
    expect(warnings.map(({ kind }) => kind)).toEqual(['run-resumed', 'loader-not-resumed']);
  });
});
