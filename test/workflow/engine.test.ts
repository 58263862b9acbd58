import { describe, expect, it } from 'vitest';
import type { EpisodeBatch } from '../../ts/tracking/episode-sink.ts';
import type { Episode } from '../../ts/types/episode.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { InMemoryStore } from '../../ts/workflow/in-memory-store.ts';
import { UnifiedWorkflowEngine } from '../../ts/workflow/unified-workflow-engine.ts';
import { Workflow, type WorkflowOptions } from '../../ts/workflow/workflow.ts';
import type { WorkflowContext } from '../../ts/workflow/workflow-context.ts';
import { makeEngine, messageOf, rejectionOf } from './engines.ts';
import { FakeEngine } from './model/fake-engine.ts';

const idsOf = (episodes: readonly Episode[]) => episodes.map(({ id }) => id);

describe('ids', () => {
  it('number the rollouts of a task in the order of a call', async () => {
    const engine = makeEngine(() => 1);
    const ids = ['a', 'b', 'a', 'a', 'b:c'];
    const expected = ['a:0', 'b:0', 'a:1', 'a:2', 'b:c:0'];
    expect(idsOf(await engine.executeTasks(ids, ids))).toEqual(expected);
    expect(idsOf(await engine.executeTasks(['x'], ['a']))).toEqual(['a:0']);
  });

  it('are fresh ones, where none are given', async () => {
    const episodes = await makeEngine(() => 1).executeTasks([1, 1]);
    expect(new Set(idsOf(episodes)).size).toBe(2);
    for (const id of idsOf(episodes)) expect(id).toMatch(/^[0-9a-f-]{36}:0$/);
  });

  it('count tasks that were left out of an array too', async () => {
    const tasks = new Array<undefined>(2);
    expect(
      await makeEngine((task) => (task === undefined ? 1 : 0)).executeTasks(tasks),
    ).toMatchObject([{ isCorrect: true }, { isCorrect: true }]);
  });

  it.each([
    ['as many as tasks', [1, 2], ['a'], 'taskIds must be as many as tasks (2), got an array of 1'],
    ['text', [1], [7], 'taskIds[0] must be a string, got 7'],
    ['a list', [1], 'a', 'taskIds must be an array, got "a"'],
    ['with tasks', 'a', null, 'tasks must be an array, got "a"'],
  ])('must be %s', async (_, tasks, ids, message) => {
    const engine = makeEngine(() => 1);
    const call = engine.executeTasks(tasks as never, ids as never);
    await expect(call).rejects.toThrow(message);
    expect(engine.counts.rollouts).toBe(0);
  });
});

describe('an engine', () => {
  it('gives each rollout its context', async () => {
    const seen: unknown[] = [];
    const store = new InMemoryStore();
    const engine = makeEngine(
      (task: string, ctx) => {
        const { taskId, uid, rolloutIdx, isValidation } = ctx;
        seen.push([task, taskId, uid, rolloutIdx, isValidation, ctx.store === store]);
        return 1;
      },
      { store },
    );
    await engine.executeTasks(['x', 'x'], ['a', 'a']);
    await engine.executeTasks(['y'], ['a'], { isValidation: true });
    expect(seen).toEqual([
      ['x', 'a', 'a:0', 0, false, true],
      ['x', 'a', 'a:1', 1, false, true],
      ['y', 'a', 'a:0', 0, true, true],
    ]);
    expect(engine.store).toBe(store);
  });

  it('samples with the parameters of training or of validation', async () => {
    const rolloutEngine = new FakeEngine();
    const engine = makeEngine(
      async (_: number, ctx: WorkflowContext) => {
        await ctx.model.chat([{ role: 'user', content: 'x' }]);
        return 1;
      },
      { rolloutEngine, rollout: { train: { temperature: 1 }, val: { temperature: 0 } } },
    );
    await engine.executeTasks([1], ['a']);
    await engine.executeTasks([1], ['a'], { isValidation: true });
    expect(rolloutEngine.exchanges.map(({ request }) => request)).toMatchObject([
      { params: { temperature: 1 }, isValidation: false },
      { params: { temperature: 0 }, isValidation: true },
    ]);
  });

  it('tells of each episode as it ends', async () => {
    const ended: string[] = [];
    await makeEngine(async (ms: number) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return 1;
    }).executeTasks([20, 1], ['slow', 'fast'], { onEpisode: ({ id }) => ended.push(id) });
    expect(ended).toEqual(['fast:0', 'slow:0']);
  });

  it('is stopped by what onEpisode throws', async () => {
    const engine = makeEngine(() => 1, { nParallelTasks: 1 });
    const onEpisode = () => {
      throw new Error('enough');
    };
    await expect(engine.executeTasks([1, 2, 3], null, { onEpisode })).rejects.toThrow('enough');
    expect(engine.counts).toMatchObject({ rollouts: 1, aborted: 2 });
  });

  it('plays single rollouts, with hook and logger left alone', async () => {
    const calls: string[] = [];
    const engine = makeEngine(() => 1, {
      postExecuteHook: () => void calls.push('hook'),
      episodeLogger: { logEpisodes: async () => void calls.push('log') },
    });
    const result = await engine.processTaskWithRetry('x', 'a', 4, 9);
    expect(result).toMatchObject({ taskId: 'a', rolloutIdx: 4, resultIdx: 9 });
    expect(result.episode).toMatchObject({ id: 'a:4', task: 'x', isCorrect: true });
    expect(calls).toEqual([]);
  });

  it('keeps timing and what was logged', async () => {
    const engine = makeEngine(async (_: number, ctx: WorkflowContext) => {
      ctx.log({ turns: 1, depth: 2 });
      ctx.log({ turns: 3 });
      return 1;
    });
    const [episode] = await engine.executeTasks([1]);
    expect(episode?.metrics).toEqual({ agent_acc: 1, turns: 3, depth: 2 });
    expect(Object.keys(episode?.metadata.timing as object)).toEqual([
      'start_timestamp',
      'end_timestamp',
      'llm_time',
      'env_time',
      'reward_time',
      'total_time',
    ]);
  });

  it('says which requests gave no step', async () => {
    const rolloutEngine = new FakeEngine(() => Promise.reject(new Error('busy')));
    const engine = makeEngine(
      async (_: number, ctx: WorkflowContext) => {
        await ctx.model.chat([{ role: 'user', content: 'x' }]).catch(() => {});
        return 0;
      },
      { rolloutEngine },
    );
    const [episode] = await engine.executeTasks([1]);
    expect(episode?.metadata.lost_requests).toEqual({
      agent: { failed: 1, aborted: 0, discarded: 0 },
    });
  });
});

describe('the episode logger', () => {
  it('gets the episodes of a call, after the hook, with the place in the run', async () => {
    const calls: [string, string[], EpisodeBatch?][] = [];
    const engine = makeEngine(() => 1, {
      postExecuteHook: async (episodes) => void calls.push(['hook', idsOf(episodes)]),
      episodeLogger: {
        logEpisodes: async (episodes, batch) => void calls.push(['log', idsOf(episodes), batch]),
      },
    });
    await engine.executeTasks([1], ['a']);
    engine.setTrainingStep(3, 'val', 2);
    await engine.executeTasks([], []);
    expect(calls).toEqual([
      ['hook', ['a:0']],
      ['log', ['a:0'], { step: 0, mode: 'train', epoch: 0 }],
      ['hook', []],
      ['log', [], { step: 3, mode: 'val', epoch: 2 }],
    ]);
  });

  it('stops nothing when it fails', async () => {
    const logEpisodes = () => Promise.reject(new Error('disk full'));
    const engine = makeEngine(() => 1, { episodeLogger: { logEpisodes } });
    expect(await engine.executeTasks([1])).toHaveLength(1);
    expect(engine.warnings).toEqual([
      {
        kind: 'episodes-not-logged',
        message: '1 episodes of train step 0 were not logged: disk full',
      },
    ]);
  });
});

describe('a workflow class', () => {
  const made: Options[] = [];
  type Options = WorkflowOptions & { readonly depth?: number };

  class Deep extends Workflow<number> {
    readonly options: Options;
    constructor(options: Options) {
      super(options);
      this.options = options;
      made.push(options);
    }
    override async run(task: number): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const reward = task * (this.options.depth ?? 1);
      const steps = createTrajectory({ name: 'a' }).steps;
      this.commit({ trajectory: createTrajectory({ steps, reward }) });
    }
  }

  it('is made as often as rollouts run at a time, with its arguments', async () => {
    made.length = 0;
    const workflowArgs = { timeout: 9, gamma: 0.5, reward_bonus_coeff: 0.25, depth: 2 };
    const engine = makeEngine(Deep, { workflowArgs, nParallelTasks: 3 });
    await engine.initializePool();
    expect(made).toHaveLength(1);
    expect(await engine.executeTasks([1, 2, 3, 4, 5, 6, 7])).toHaveLength(7);
    expect(made).toHaveLength(3);
    expect(made[0]).toMatchObject({ timeout: 9, gamma: 0.5, rewardBonusCoeff: 0.25, depth: 2 });
    expect(made[0]?.store).toBe(engine.store);
    expect(engine.counts.reasons).toEqual({ unknown: 7 });
  });

  it('is refused when its environments get into each other’s way', async () => {
    class Alone extends Deep {
      environment = { reset() {}, step() {}, isMultithreadSafe: () => false };
    }
    const call = makeEngine(Alone).initializePool();
    await expect(call).rejects.toThrow('workflow Alone must be made of environments that can run');
  });

  it('is found out at once when it cannot be made', async () => {
    class Broken extends Deep {
      constructor(options: Options) {
        super(options);
        throw new Error('no key');
      }
    }
    await expect(makeEngine(Broken).executeTasks([1])).rejects.toThrow('no key');
  });
});

describe('options', () => {
  const rolloutEngine = new FakeEngine();
  const workflow = () => 1;

  it.each([
    [{ workflow: 7 }, 'workflow must be a function, or a class that extends Workflow, got 7'],
    [{ workflow: class Other {} }, 'workflow must be a class that extends Workflow, or a function'],
    [{ rolloutEngine: {} }, 'rolloutEngine must be an object with getModelResponse'],
    [{ executor: {} }, 'executor.run must be a function, got undefined'],
    [{ episodeLogger: {} }, 'episodeLogger.logEpisodes must be a function, got undefined'],
    [{ postExecuteHook: 7 }, 'postExecuteHook must be a function, got 7'],
    [{ nParallelTasks: 0 }, 'nParallelTasks must be a whole number ≥ 1, got 0'],
    [{ retryLimit: 0 }, 'retryLimit must be a whole number ≥ 1, got 0'],
    [{ workflowArgs: { timeout: -1 } }, 'timeout must be a number of seconds > 0, got -1'],
    [{ workflowArgs: [] }, 'workflowArgs must be an object'],
    [{ retrylimit: 1 }, 'did you mean retryLimit?'],
  ])('%o is refused', (options, message) => {
    const given = { workflow, rolloutEngine, ...options } as never;
    expect(() => new UnifiedWorkflowEngine(given)).toThrow(message);
  });

  it('for classes are of no use to functions, which is said', async () => {
    const unset = { agent_cls: null, env_args: {}, reward_bonus_coeff: 0 };
    const workflowArgs = { timeout: 1, gamma: 0.5, max_steps: 3, ...unset };
    const engine = makeEngine(workflow, { workflowArgs });
    await engine.executeTasks([1]);
    await engine.executeTasks([1]);
    expect(engine.warnings).toMatchObject([
      { kind: 'unused-workflow-args', places: ['gamma', 'max_steps'] },
    ]);
  });
});

describe('shutdown', () => {
  it('gives up what is under way, and refuses what comes later', async () => {
    let reason: unknown;
    const engine = makeEngine((_: number, ctx: WorkflowContext) => {
      ctx.signal.addEventListener('abort', () => {
        reason = ctx.signal.reason;
      });
      return new Promise<number>(() => {});
    });
    const call = rejectionOf(engine.executeTasks([1, 2]));
    const single = rejectionOf(engine.processTaskWithRetry(1, 'a', 0, 0));
    await Promise.resolve();
    await engine.shutdown();
    for (const error of [await call, await single])
      expect(error).toMatchObject({ code: 'engine-closed' });
    expect(reason).toBe(await call);
    expect(engine.counts).toMatchObject({ rollouts: 0, aborted: 3 });
    await expect(engine.executeTasks([1])).rejects.toThrow('was shut down');
    await expect(engine.initializePool()).rejects.toThrow('was shut down');
    await engine.shutdown();
  });
});

it('keeps the message of a failure in its episode', async () => {
  const [episode] = await makeEngine(() => {
    throw new Error('no luck');
  }).executeTasks([1]);
  expect([episode?.terminationReason, messageOf(episode)]).toEqual(['error', 'no luck']);
});
