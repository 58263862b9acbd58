// What options and config say reaches whoever it is for.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { taskOrder } from '../../ts/datasets/task-order.ts';
import type { SamplingParams } from '../../ts/types/sampling-params.ts';
import { InMemoryStore } from '../../ts/workflow/in-memory-store.ts';
import { InProcessExecutor } from '../../ts/workflow/in-process-executor.ts';
import type { RolloutExecutor } from '../../ts/workflow/rollout-executor.ts';
import { Workflow } from '../../ts/workflow/workflow.ts';
import type { WorkflowFunction } from '../../ts/workflow/workflow-input.ts';
import { makeTrainer, tasks } from './make-trainer.ts';
import { oneTokenEngine } from './recording-backend.ts';

const recording = { makesEpisodes: false };
const ask: WorkflowFunction = async (_, ctx) => {
  await ctx.model.chat([{ role: 'user', content: '?' }]);
  return ctx.rolloutIdx;
};

afterEach(() => vi.restoreAllMocks());

describe('the trainer gives on', () => {
  it('the store and the executor', async () => {
    const store = new InMemoryStore();
    const inner = new InProcessExecutor();
    let calls = 0;
    const executor: RolloutExecutor = {
      run(jobs, options) {
        calls++;
        return inner.run(jobs, options);
      },
    };
    const stores = new Set<unknown>();
    const workflow: WorkflowFunction = (task, ctx) => {
      stores.add(ctx.store);
      return ask(task, ctx);
    };
    const { trainer } = makeTrainer({ recording, workflow, store, executor });
    await trainer.fit();
    expect(stores.size === 1 && stores.has(store)).toBe(true);
    expect(calls).toBe(2);
  });

  it('workflow arguments, those of the options over those of the config', async () => {
    const made: unknown[] = [];
    class Noted extends Workflow {
      constructor(options: ConstructorParameters<typeof Workflow>[0] & Record<string, unknown>) {
        super(options);
        made.push([options.fromConfig, options.fromBoth, options.fromOptions]);
      }
      async run(): Promise<null> {
        return null;
      }
    }
    const { trainer } = makeTrainer({
      recording,
      workflow: Noted as never,
      config: { workflow: { workflowArgs: { fromConfig: 1, fromBoth: 1 } } },
      workflowArgs: { fromBoth: 2, fromOptions: 2 },
    });
    await trainer.fit();
    expect(made[0]).toEqual([1, 2, 2]);
  });

  it('sampling parameters, of training and of validation', async () => {
    const asked = new Map<boolean, SamplingParams>();
    const engine = oneTokenEngine();
    const { trainer } = makeTrainer({
      workflow: ask,
      valDataset: tasks(1),
      config: {
        trainer: { testFreq: 2 },
        rollout: { train: { temperature: 0.7, min_p: 0.1 }, val: { temperature: 0, seed: 3 } },
      },
      recording: {
        makesEpisodes: false,
        members: {
          initRolloutEngine: () => ({
            getModelResponse: (messages, request) => {
              asked.set(request.isValidation, request.params);
              return engine.getModelResponse(messages, request);
            },
          }),
        },
      },
    });
    await trainer.fit();
    expect(asked.get(false)).toEqual({ temperature: 0.7, topP: 1, maxTokens: 30720, min_p: 0.1 });
    expect(asked.get(true)).toEqual({ temperature: 0, topP: 1, maxTokens: 30720, seed: 3 });
  });

  it('how many rollouts there are at a time, and how long a retry waits', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    let [running, most] = [0, 0];
    const { trainer } = makeTrainer({
      recording,
      config: {
        workflow: { nParallelTasks: 2, retryLimit: 2, retryBackoff: 0.5, raiseOnError: false },
      },
      workflow: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        throw new Error('no answer');
      },
    });
    await trainer.fit();
    expect(most).toBe(2);
    // Of 8 rollouts, each with a second attempt.
    expect(waits.mock.calls.filter(([, delay]) => delay === 0)).toHaveLength(8);
  });

  it('the seed of the order of tasks', async () => {
    const seen: unknown[] = [];
    const { trainer } = makeTrainer({
      trainDataset: tasks(6),
      config: { data: { seed: 7 } },
      recording: {
        rewards: (task) => {
          seen.push(task);
          return [1, 0];
        },
      },
    });
    await trainer.fit();
    expect(seen).toEqual(Array.from(taskOrder(6, 7, 0), (i) => tasks(6)[i]));
  });

  it('where ids are cut, also to the metrics', async () => {
    // As in rLLM: of "a:judge:harsh" the role is what stands between the first two colons.
    const name = 'judge:harsh';
    const { trainer } = makeTrainer({
      config: { transform: { idSeparator: 'first' } },
      recording,
      workflow: async (_, ctx) => {
        await ctx.agent(name).model.chat([{ role: 'user', content: '?' }]);
        return { [name]: ctx.rolloutIdx };
      },
    });
    const { metrics } = await trainer.fit();
    expect(metrics['reward/judge/mean']).toBe(0.5);
  });

  it('the run folder: of the options, else of the backend, else of the names of the run', async () => {
    const config = { trainer: { projectName: 'p', experimentName: 'e' } };
    const folders: string[] = [];
    for (const [own, ofBackend] of [
      ['mine', 'its'],
      ['', 'its'],
      ['', null],
    ] as const) {
      let told = '';
      const { trainer } = makeTrainer({
        config,
        ...(own !== '' && { runFolder: own }),
        recording: {
          members: {
            runFolder: ofBackend,
            initRolloutEngine: ({ runFolder }) => {
              told = runFolder;
              return oneTokenEngine();
            },
          },
        },
      });
      expect((await trainer.fit()).runFolder).toBe(told);
      folders.push(told);
    }
    expect(folders).toEqual(['mine', 'its', 'checkpoints/p/e']);
  });

  it('the step that a run is resumed at, to the trackers', async () => {
    const resumed: number[] = [];
    const { trainer } = makeTrainer({
      tracking: { log: () => {}, resumeFrom: (step) => void resumed.push(step) },
      recording: {
        at: (member, state) => {
          if (member === 'onTrainStart' && state) state.globalStep = 4;
        },
      },
    });
    await trainer.fit();
    expect(resumed).toEqual([4]);
  });

  it('the end, to the executor, the backend and the trackers, in this order', async () => {
    const inner = new InProcessExecutor();
    const executor: RolloutExecutor = {
      run: (jobs, options) => inner.run(jobs, options),
      shutdown: () => void events.push('executor'),
    };
    const { trainer, events } = makeTrainer({
      recording,
      workflow: ask,
      executor,
      tracking: { log: () => {}, finish: () => void events.push('trackers') },
    });
    await trainer.fit();
    await trainer.shutdown();
    expect(events.slice(-4)).toEqual(['onTrainEnd 2', 'executor', 'shutdown', 'trackers']);
  });

  it('the end of a run that failed, to what the backend waits for', async () => {
    const aborted: boolean[] = [];
    let signal: AbortSignal | undefined;
    const { trainer } = makeTrainer({
      recording: {
        at: (member) => {
          if (member === 'updatePolicy' || member === 'onTrainEnd') aborted.push(!!signal?.aborted);
          if (member === 'updatePolicy') throw new Error('out of memory');
        },
        members: {
          initRolloutEngine: (context) => {
            signal = context.signal;
            return oneTokenEngine();
          },
        },
      },
    });
    await expect(trainer.fit()).rejects.toThrow('out of memory');
    expect(aborted).toEqual([false, true]);
  });
});
