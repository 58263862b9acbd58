import { describe, expect, it } from 'vitest';
import { UpperhandError } from '../../ts/errors/upperhand-error.ts';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { TerminationEvent } from '../../ts/workflow/termination-event.ts';
import { Workflow } from '../../ts/workflow/workflow.ts';
import type { WorkflowContext } from '../../ts/workflow/workflow-context.ts';
import type { WorkflowFunction } from '../../ts/workflow/workflow-input.ts';
import { makeEngine, messageOf, never, rejectionOf } from './engines.ts';
import { FakeEngine } from './model/fake-engine.ts';

const ask = (ctx: WorkflowContext) => ctx.model.chat([{ role: 'user', content: 'x' }]);

/** Each misbehaves for the task 'bad' and plays all others well. */
const misbehaving: Record<string, (ctx: WorkflowContext) => unknown> = {
  'throws at once': () => {
    throw new Error('at once');
  },
  'throws later': async (ctx) => {
    await ask(ctx);
    throw new Error('later');
  },
  'throws text': () => {
    throw 'text';
  },
  'throws null': () => {
    throw null;
  },
  'throws undefined': () => {
    throw undefined;
  },
  'throws what cannot be read': () => {
    throw new Proxy(
      {},
      {
        get: () => {
          throw new Error('hostile');
        },
      },
    );
  },
  'throws what cannot be asked for its class': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    throw proxy;
  },
  'throws a termination event without a known reason': () => {
    throw Object.assign(new TerminationEvent(), { reason: 'bored' });
  },
  'spoils its context': (ctx) => {
    Object.setPrototypeOf(ctx, null);
    return 1;
  },
  'returns a step that is none': () => ({ name: 'a', reward: 1, steps: [null] }),
  'returns nothing': () => {},
  'returns nonsense': () => ({ score: '1' }),
  'returns what throws when it is read': () =>
    new Proxy(
      {},
      {
        get: (_, key) => {
          if (key === 'then') return undefined;
          throw new Error('hostile');
        },
      },
    ),
  'asks an agent without a name': (ctx) => ctx.agent(''),
  'logs nonsense': (ctx) => ctx.log({ a: 'b' as never }),
};

describe.each(Object.entries(misbehaving))('a rollout that %s', (_, misbehave) => {
  it('is an error of its own, tried again, and its neighbours are well', async () => {
    const workflow = (async (task: string, ctx: WorkflowContext) => {
      if (task === 'bad') return misbehave(ctx);
      await ask(ctx);
      return 1;
    }) as WorkflowFunction<string>;
    const engine = makeEngine(workflow, { retryLimit: 2 });
    const [before, bad, after] = await engine.executeTasks(['good', 'bad', 'fine']);
    expect([before?.isCorrect, after?.isCorrect]).toEqual([true, true]);
    expect(bad).toMatchObject({ terminationReason: 'error', trajectories: [], task: 'bad' });
    expect(bad?.metadata).toMatchObject({
      error: { error_message: expect.any(String), error_type: expect.any(String) },
      failed_attempts: [{ error_message: messageOf(bad) }],
    });
    expect(engine.counts).toMatchObject({
      rollouts: 3,
      retries: 1,
      reasons: { env_done: 2, error: 1 },
    });
  });
});

it('plays a function that is not async and throws', async () => {
  const engine = makeEngine((task: number) => {
    if (task === 1) throw new Error('at once');
    return 1;
  });
  expect((await engine.executeTasks([1, 2])).map(({ isCorrect }) => isCorrect)).toEqual([
    false,
    true,
  ]);
});

describe('a rollout that hangs', () => {
  const hanging: WorkflowFunction<string> = async (task, ctx) => {
    await ask(ctx);
    return task === 'bad' ? never() : 1;
  };

  it('is given up and counted, and its place is free for others', async () => {
    const engine = makeEngine(hanging, {
      nParallelTasks: 1,
      workflowArgs: { timeout: 0.02 },
      retryLimit: 3,
    });
    const episodes = await engine.executeTasks(['bad', 'good', 'bad', 'good']);
    expect(episodes.map(({ terminationReason }) => terminationReason)).toEqual([
      'timeout',
      'env_done',
      'timeout',
      'env_done',
    ]);
    expect(engine.counts).toMatchObject({
      rollouts: 4,
      retries: 0,
      reasons: { timeout: 2, env_done: 2 },
    });
    expect(episodes[0]).toMatchObject({
      trajectories: [],
      artifacts: { unscored_trajectories: [{ name: 'agent', steps: [{}] }] },
    });
  });

  it('cannot ask the model any more, and what it does late changes nothing', async () => {
    const rolloutEngine = new FakeEngine();
    const late: unknown[] = [];
    const engine = makeEngine(
      async (_: number, ctx: WorkflowContext) => {
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
        late.push(await ask(ctx).catch((error) => error));
        ctx.log({ late: 1 });
        throw new Error('late');
      },
      { rolloutEngine, workflowArgs: { timeout: 0.01 } },
    );
    const [episode] = await engine.executeTasks([1]);
    const before = structuredClone(episode);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(late).toMatchObject([{ name: 'TimeoutError' }]);
    expect(rolloutEngine.exchanges).toHaveLength(0);
    expect(episode).toEqual(before);
    expect(engine.counts).toMatchObject({ rollouts: 1, reasons: { timeout: 1 } });
  });
});

it('leaves the steps of a rollout alone after its end', async () => {
  const done: Promise<unknown>[] = [];
  const engine = makeEngine(async (_: number, ctx: WorkflowContext) => {
    await ask(ctx);
    done.push(Promise.resolve().then(() => ask(ctx)));
    return 1;
  });
  const [episode] = await engine.executeTasks([1]);
  await Promise.all(done);
  expect(episode?.trajectories[0]?.steps).toHaveLength(1);
});

it('gives each attempt its own copy of the task', async () => {
  const task = { list: [1], nested: { done: false } };
  const seen: unknown[] = [];
  const engine = makeEngine(
    (own: typeof task) => {
      seen.push(structuredClone(own));
      own.list.push(2);
      own.nested.done = true;
      throw new Error('again');
    },
    { retryLimit: 2 },
  );
  const episodes = await engine.executeTasks([task, task]);
  const untouched = { list: [1], nested: { done: false } };
  expect(seen).toEqual([untouched, untouched, untouched, untouched]);
  for (const episode of episodes) expect(episode.task).toBe(task);
  expect(task).toEqual(untouched);
});

it('stops what a failed attempt began and did not wait for', async () => {
  const rolloutEngine = new FakeEngine();
  const attempts: Promise<unknown>[] = [];
  const engine = makeEngine(
    async (_: number, ctx: WorkflowContext) => {
      const slow = new Promise((resolve) => setTimeout(resolve, 5)).then(() => ask(ctx));
      attempts.push(slow.catch((error) => error));
      throw new Error('first');
    },
    { rolloutEngine, retryLimit: 2 },
  );
  await engine.executeTasks([1]);
  expect(await Promise.all(attempts)).toEqual([new Error('first'), new Error('first')]);
  expect(rolloutEngine.exchanges).toHaveLength(0);
});

describe('a class that misbehaves', () => {
  const same = new Error('same');

  class Base extends Workflow<string> {
    script: string | null = null;

    override async run(task: string): Promise<Episode | null> {
      this.script = task;
      if (task === 'hangs') await never();
      if (task === 'throws') throw new Error('run');
      if (task === 'throws the same twice') throw same;
      if (task === 'throws null') throw null;
      if (task === 'is no episode') return { trajectories: [{ name: 7 }] } as unknown as Episode;
      if (task === 'is frozen')
        return Object.freeze(
          createEpisode({
            terminationReason: 'env_done',
            isCorrect: true,
            trajectories: [createTrajectory({ steps: [Object.freeze(createStep())] })],
          }),
        );
      const steps = [createStep({ reward: 1, chatCompletions: [{}] })];
      this.commit({ trajectory: createTrajectory({ name: 'a', steps }) });
      return null;
    }

    override async reset(task: string, uid: string): Promise<void> {
      await super.reset(task, uid);
      if (task === 'throws in reset') throw new Error('reset');
      if (task === 'hangs in reset') await never();
      if (this.script !== null && this.script !== 'well') throw new Error('used again');
    }

    override collectMetrics(episode: Episode): void {
      super.collectMetrics(episode);
      if (this.task === 'throws the same twice') throw same;
      if (this.task === 'throws in post-processing') throw new Error('post-processing');
    }
  }

  it.each([
    ['hangs', 'timeout', undefined],
    ['throws', 'error', 'run'],
    ['throws null', 'error', 'null'],
    ['throws in reset', 'error', 'reset'],
    ['hangs in reset', 'timeout', undefined],
    ['throws the same twice', 'error', 'same'],
    ['throws in post-processing', 'error', 'post-processing'],
  ])(
    '%s: its instance is not used again, and its neighbours are well',
    async (task, reason, message) => {
      const engine = makeEngine(Base, { nParallelTasks: 1, workflowArgs: { timeout: 0.02 } });
      const [bad, ...others] = await engine.executeTasks([task, 'well', 'well']);
      expect([bad?.terminationReason, messageOf(bad)]).toEqual([reason, message]);
      for (const other of others)
        expect(other).toMatchObject({ terminationReason: 'unknown', isCorrect: true });
      expect(engine.counts.rollouts).toBe(3);
    },
  );

  it('may return an episode that cannot be written on, and nothing that is none', async () => {
    const engine = makeEngine(Base);
    const [frozen, none] = await engine.executeTasks(['is frozen', 'is no episode'], ['a', 'b']);
    expect(Object.isFrozen(frozen?.trajectories[0]?.steps[0])).toBe(false);
    expect(frozen).toMatchObject({ id: 'a:0', terminationReason: 'env_done', isCorrect: true });
    expect(messageOf(none)).toBe('Trajectory.name must be a string, got 7');
  });
});

describe('raiseOnError', () => {
  const failing = async (task: string, ctx: WorkflowContext): Promise<number> => {
    if (task === 'bad') throw new RangeError('no luck');
    if (task === 'hangs') return never();
    await ask(ctx);
    return 1;
  };

  it('ends the call with the first failure, and its cause', async () => {
    const engine = makeEngine(failing, { raiseOnError: true, retryLimit: 3 });
    const error = await rejectionOf(engine.executeTasks(['good', 'bad'], ['t', 'u']));
    expect(error).toBeInstanceOf(UpperhandError);
    expect(error).toMatchObject({
      code: 'rollout-failed',
      message: '[u:0] Rollout failed permanently after 3 attempts.',
      cause: new RangeError('no luck'),
    });
    expect(engine.counts).toMatchObject({ retries: 2, reasons: { error: 1 } });
  });

  it('has the cause also of a class', async () => {
    class Failing extends Workflow<string> {
      override async run(task: string): Promise<void> {
        throw new RangeError(task);
      }
    }
    const engine = makeEngine(Failing, { raiseOnError: true });
    const error = await rejectionOf(engine.executeTasks(['no luck']));
    expect(error).toMatchObject({ code: 'rollout-failed', cause: new RangeError('no luck') });
  });

  it('leaves nothing running behind the caller’s back', async () => {
    const signals: AbortSignal[] = [];
    const begun: string[] = [];
    const engine = makeEngine(
      async (task: string, ctx: WorkflowContext) => {
        begun.push(task);
        signals.push(ctx.signal);
        return failing(task, ctx);
      },
      { raiseOnError: true, nParallelTasks: 2 },
    );
    const tasks = ['hangs', 'bad', 'good', 'good'];
    const error = await rejectionOf(engine.executeTasks(tasks, ['t', 'u', 'v', 'w']));
    expect(error).toMatchObject({ message: expect.stringContaining('[u:0]') });
    expect(signals[0]?.reason).toBe(error);
    const { rollouts, aborted } = engine.counts;
    expect(rollouts + aborted).toBe(4);
    const then = begun.length;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(begun).toHaveLength(then);
    expect(await engine.executeTasks(['good'])).toHaveLength(1);
  });

  it('holds for single rollouts; one after the other', async () => {
    const engine = makeEngine(failing, { raiseOnError: true });
    await expect(engine.processTaskWithRetry('bad', 'u', 3, 0)).rejects.toThrow(
      '[u:3] Rollout failed permanently after 1 attempts.',
    );
    const { episode } = await engine.processTaskWithRetry('good', 'u', 4, 0);
    expect(episode.isCorrect).toBe(true);
  });

  it('is the default', async () => {
    const engine = makeEngine(failing, { raiseOnError: undefined as never });
    await expect(engine.executeTasks(['bad'])).rejects.toThrow('failed permanently');
  });
});
