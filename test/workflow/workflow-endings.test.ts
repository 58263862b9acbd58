import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { createStep, type Step } from '../../ts/types/step.ts';
import { createTrajectory, type Trajectory } from '../../ts/types/trajectory.ts';
import { TerminationEvent } from '../../ts/workflow/termination-event.ts';
import { Workflow } from '../../ts/workflow/workflow.ts';
import { never, rejectionOf } from './engines.ts';
import { FakeEngine } from './model/fake-engine.ts';
import { makeOutput } from './model/outputs.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

const oneStep = () =>
  createTrajectory({
    name: 'a',
    steps: [createStep({ reward: 1, chatCompletions: [{ role: 'user', content: 'x' }] })],
  });

class Scripted extends Workflow<string> {
  script: (workflow: Scripted) => unknown = () => null;

  override async run(): Promise<Episode | null> {
    return (await this.script(this)) as Episode | null;
  }
}

async function play(
  script: Scripted['script'],
  options: { timeout?: number; controller?: AbortController } = {},
): Promise<Episode> {
  const answer = async () => {
    await sleep(2);
    return makeOutput();
  };
  const workflow = new Scripted({ rolloutEngine: new FakeEngine(answer), timeout: 60 });
  workflow.script = script;
  await workflow.reset('task', 't:0');
  const episode = workflow.runWithTerminationHandling('task', 't:0', options);
  episode.catch(() => {});
  await vi.runAllTimersAsync();
  return episode;
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

describe('a time limit', () => {
  it.each([0, -1, Number.NaN])('is not %s seconds', async (timeout) => {
    const message = 'timeout must be a number of seconds > 0';
    await expect(play(() => null, { timeout })).rejects.toThrow(message);
  });
});

describe('how a run ends', () => {
  it.each([null, undefined, 7, 'text', {}])('is unknown when it returns %s', async (result) => {
    const episode = await play((workflow) => {
      workflow.commit({ trajectory: oneStep() });
      return result;
    });
    expect(episode).toMatchObject({ terminationReason: 'unknown', isCorrect: true });
  });

  it('is what an episode says that it returns, which is not touched', async () => {
    const mine = createEpisode({ id: 'mine', trajectories: [createTrajectory({ reward: 9 })] });
    const before = structuredClone(mine);
    expect(await play(() => mine)).toBe(mine);
    expect(mine).toEqual(before);
  });

  it('is the reason that it throws, with what was there until then', async () => {
    const episode = await play((workflow) => {
      workflow.commit({ trajectory: oneStep() });
      throw new TerminationEvent('max_turns_exceeded');
    });
    expect(episode).toMatchObject({ terminationReason: 'max_turns_exceeded', isCorrect: true });
    expect(episode.metadata).not.toHaveProperty('error');
  });

  it('is an error when it throws anything else, with its message', async () => {
    const episode = await play((workflow) => {
      workflow.commit({ trajectory: oneStep() });
      throw new RangeError('too far');
    });
    expect(episode.terminationReason).toBe('error');
    expect(episode.trajectories).toHaveLength(1);
    expect(episode.metadata.error).toMatchObject({
      error_message: 'too far',
      error_type: 'RangeError',
      traceback: expect.stringContaining('workflow-endings.test.ts'),
    });
  });

  it('keeps a message also for the reason error', async () => {
    const episode = await play(() => {
      throw new TerminationEvent('error');
    });
    expect(episode.metadata.error).toMatchObject({ error_message: 'Terminated: error' });
  });

  it('is a timeout when it takes too long, whether it heeds the signal or not', async () => {
    let signal: AbortSignal | undefined;
    const episode = await play((workflow) => {
      signal = workflow.signal;
      workflow.commit({ trajectory: oneStep() });
      return never();
    });
    expect(episode).toMatchObject({ terminationReason: 'timeout', isCorrect: true });
    expect(signal?.aborted).toBe(true);
  });

  it('is told how long that is for one run', async () => {
    const late = async () => {
      await sleep(5);
    };
    expect((await play(late, { timeout: 4 })).terminationReason).toBe('timeout');
    expect((await play(late, { timeout: 6 })).terminationReason).toBe('unknown');
  });

  it('has no episode when it is stopped', async () => {
    const controller = new AbortController();
    let seen: unknown;
    const stopping = play(
      (workflow) => {
        workflow.signal.addEventListener('abort', () => {
          seen = workflow.signal.reason;
        });
        controller.abort('stopped');
        return never();
      },
      { controller },
    );
    expect(await rejectionOf(stopping)).toBe('stopped');
    expect(seen).toBe('stopped');
    expect(await rejectionOf(play(never, { controller }))).toBe('stopped');
  });
});

describe('the model of a class', () => {
  it('samples with the parameters of the config, and records its answers', async () => {
    const rolloutEngine = new FakeEngine();
    const rollout = { train: { temperature: 0.5 }, val: { temperature: 0 } };
    class Asking extends Workflow<string> {
      override async run(task: string): Promise<void> {
        await this.timedLlmCall([{ role: 'user', content: task }], { maxTokens: 9 });
        this.commit({ trajectory: createTrajectory({ name: 'a', steps: [...this.model.steps] }) });
      }
    }
    const workflow = new Asking({ rolloutEngine, rollout });
    for (const isValidation of [false, true]) {
      await workflow.reset('task', 't:0');
      const episode = await workflow.runWithTerminationHandling('task', 't:0', { isValidation });
      expect(episode.trajectories[0]?.steps).toMatchObject([{ responseIds: [4, 5] }]);
    }
    expect(rolloutEngine.exchanges.map(({ request }) => request)).toMatchObject([
      { params: { temperature: 0.5, maxTokens: 9 }, isValidation: false, uid: 't:0', turn: 0 },
      { params: { temperature: 0, maxTokens: 9 }, isValidation: true, uid: 't:0', turn: 0 },
    ]);
  });
});

describe('times', () => {
  const second = (s: number) => `2030-01-01T00:00:0${s}.000Z`;

  it('are kept of the episode, its trajectories and, by position, their steps', async () => {
    const episode = await play(async (workflow) => {
      await sleep(1);
      await workflow.timedLlmCall([]).catch(() => {});
      await workflow.timedLlmCall([{ role: 'user', content: 'x' }]);
      await workflow.timedEnvCall(() => sleep(1));
      workflow.addRewardTime(0.5);
      await workflow.timedLlmCall([{ role: 'user', content: 'y' }]);
      const steps = [...workflow.model.steps, createStep({ chatCompletions: [{}] })] as Step[];
      workflow.commit({ trajectory: createTrajectory({ name: 'a', steps }) });
      workflow.commit({ trajectory: createTrajectory({ name: 'b', steps: [createStep()] }) });
    });
    const whole = { llm_time: 4, env_time: 1, reward_time: 0.5, total_time: 6 };
    expect(episode.metadata.timing).toEqual({
      start_timestamp: second(0),
      end_timestamp: second(6),
      ...whole,
    });
    const [a, b] = episode.trajectories as [Trajectory, Trajectory];
    const timing = { start_timestamp: second(1), end_timestamp: second(6), ...whole };
    expect(a.metadata).toEqual({ num_steps: 3, timing });
    expect(a.steps.map(({ metadata }) => metadata.timing)).toEqual([
      { start_timestamp: second(1), end_timestamp: second(4), llm_time: 2, env_time: 1 },
      { start_timestamp: second(4), end_timestamp: second(6), llm_time: 2, env_time: 0 },
      { start_timestamp: null, end_timestamp: null, llm_time: 0, env_time: 0 },
    ]);
    // Its only step was never answered.
    expect(b.metadata).toMatchObject({ num_steps: 0, timing: { start_timestamp: null } });
  });

  it('are those of the episode where the model was never called', async () => {
    const episode = await play((workflow) => workflow.commit({ trajectory: oneStep() }));
    const times = { start_timestamp: second(0), end_timestamp: second(0) };
    expect(episode.trajectories[0]?.metadata.timing).toMatchObject(times);
  });

  it('are of one rollout alone', async () => {
    const workflow = new Scripted({ rolloutEngine: new FakeEngine() });
    workflow.script = (own) => own.addRewardTime(1);
    for (let i = 0; i < 2; i++) {
      await workflow.reset('task', `t:${i}`);
      const { metadata } = await workflow.runWithTerminationHandling('task', `t:${i}`);
      expect(metadata.timing).toMatchObject({ reward_time: 1 });
    }
  });
});
