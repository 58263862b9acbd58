import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import {
  InProcessExecutor,
  type InProcessExecutorOptions,
} from '../../ts/workflow/in-process-executor.ts';
import type { RolloutResult, RunAttempt } from '../../ts/workflow/rollout-executor.ts';
import { toJobs } from '../../ts/workflow/rollout-jobs.ts';
import { never, rejectionOf } from './engines.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const batch = { step: 0, mode: 'train', epoch: 0 } as const;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const done = () => createEpisode({ terminationReason: 'env_done' });
const failed = (error_message: string) =>
  createEpisode({ terminationReason: 'error', metadata: { error: { error_message } } });

async function gather(
  executor: InProcessExecutor<number>,
  tasks: readonly number[],
  runAttempt: RunAttempt<number>,
  signal: AbortSignal = new AbortController().signal,
): Promise<RolloutResult[]> {
  const results: RolloutResult[] = [];
  const jobs = toJobs(tasks, null, false);
  for await (const result of executor.run(jobs, { signal, batch, runAttempt }))
    results.push(result);
  return results;
}

describe('places', () => {
  it('are shared by all calls, first come first served', async () => {
    const executor = new InProcessExecutor<number>({ nParallelTasks: 2 });
    const log: string[] = [];
    let running = 0;
    const attempt: RunAttempt<number> = async ({ task }) => {
      running++;
      expect(running).toBeLessThanOrEqual(2);
      log.push(`${task} at ${Date.now()}`);
      await sleep(10);
      running--;
      return done();
    };
    const calls = [gather(executor, [1, 2, 3], attempt), gather(executor, [4, 5], attempt)];
    await vi.runAllTimersAsync();
    expect((await Promise.all(calls)).map((results) => results.length)).toEqual([3, 2]);
    expect(log).toEqual(['1 at 0', '2 at 0', '3 at 10', '4 at 10', '5 at 20']);
  });

  it('are free again after failures and after calls that were left', async () => {
    const executor = new InProcessExecutor<number>({ nParallelTasks: 1 });
    const broken = gather(executor, [1, 2], async () => {
      throw new Error('broken');
    });
    const episodes = (await broken).map(({ load }) => load());
    expect(episodes).toMatchObject([
      { terminationReason: 'error', metadata: { error: { error_message: 'broken' } } },
      { terminationReason: 'error', metadata: { error: { error_message: 'broken' } } },
    ]);
    const jobs = toJobs([1, 2, 3], null, false);
    const { signal } = new AbortController();
    for await (const _ of executor.run(jobs, { signal, batch, runAttempt: async () => done() }))
      break;
    expect(await gather(executor, [1], async () => done())).toHaveLength(1);
  });

  it('gives results as they come', async () => {
    const executor = new InProcessExecutor<number>();
    const results = gather(executor, [30, 10, 20], async ({ task }) => {
      await sleep(task);
      return done();
    });
    await vi.runAllTimersAsync();
    expect((await results).map(({ index }) => index)).toEqual([1, 2, 0]);
  });

  it('ends at once when there is nothing to do', async () => {
    expect(await gather(new InProcessExecutor(), [], async () => done())).toEqual([]);
  });
});

describe('retries', () => {
  async function attempts(
    episodes: readonly Episode[],
    options: InProcessExecutorOptions = {},
  ): Promise<{ result: RolloutResult | undefined; times: number[] }> {
    const times: number[] = [];
    const results = gather(new InProcessExecutor<number>(options), [1], async () => {
      times.push(Date.now());
      return episodes[Math.min(times.length, episodes.length) - 1] as Episode;
    });
    await vi.runAllTimersAsync();
    return { result: (await results)[0], times };
  }

  it('are made of errors only, and at once', async () => {
    const { result, times } = await attempts([failed('a'), failed('b'), done()]);
    expect(times).toEqual([0, 0, 0]);
    expect(result?.attempts).toBe(3);
    expect(await result?.load()).toMatchObject({
      terminationReason: 'env_done',
      metadata: { failed_attempts: [{ error_message: 'a' }, { error_message: 'b' }] },
    });
    const timeout = await attempts([createEpisode({ terminationReason: 'timeout' }), done()]);
    expect(timeout.result?.attempts).toBe(1);
    expect((await attempts([createEpisode(), done()])).result?.attempts).toBe(1);
  });

  it('end at the limit, with the last error', async () => {
    const episodes = ['a', 'b', 'c'].map(failed);
    const { result } = await attempts(episodes, { retryLimit: 2 });
    expect(result?.attempts).toBe(2);
    expect(await result?.load()).toMatchObject({
      terminationReason: 'error',
      metadata: { error: { error_message: 'b' }, failed_attempts: [{ error_message: 'a' }] },
    });
  });

  it('wait for a part of a time that doubles', async () => {
    const draws = [1, 0.5, 0.25];
    const { times } = await attempts([failed('a')], {
      retryLimit: 4,
      retryBackoff: 2,
      random: () => draws.shift() as number,
    });
    expect(times).toEqual([0, 2000, 2000 + 2000, 4000 + 2000]);
  });

  it('do not wait any more when the call is stopped', async () => {
    const controller = new AbortController();
    const executor = new InProcessExecutor<number>({ retryBackoff: 60, random: () => 1 });
    const results = gather(executor, [1], async () => failed('a'), controller.signal);
    await vi.advanceTimersByTimeAsync(10);
    controller.abort('stopped');
    expect(await rejectionOf(results)).toBe('stopped');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('have a controller of their own each', async () => {
    const signals = new Set<AbortSignal>();
    await gather(new InProcessExecutor<number>(), [1], async (_, { signal }) => {
      signals.add(signal);
      return failed('a');
    });
    expect(signals.size).toBe(3);
  });
});

it('stops what runs, and begins no more, when the signal aborts', async () => {
  const controller = new AbortController();
  const executor = new InProcessExecutor<number>({ nParallelTasks: 2 });
  const begun: number[] = [];
  const attempt: RunAttempt<number> = ({ task }, { signal }) => {
    begun.push(task);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const results = gather(executor, [1, 2, 3], attempt, controller.signal);
  await vi.advanceTimersByTimeAsync(10);
  controller.abort('stopped');
  expect(await rejectionOf(results)).toBe('stopped');
  expect(begun).toEqual([1, 2]);
  expect(await rejectionOf(gather(executor, [4], never, controller.signal))).toBe('stopped');
  expect(await gather(executor, [5], async () => done())).toHaveLength(1);
});

it.each([
  [{ nParallelTasks: 0 }, 'nParallelTasks must be a whole number ≥ 1, got 0'],
  [{ nParallelTasks: 1.5 }, 'nParallelTasks must be a whole number ≥ 1, got 1.5'],
  [{ retryLimit: 0 }, 'retryLimit must be a whole number ≥ 1, got 0'],
  [{ retryBackoff: -1 }, 'retryBackoff must be a number of seconds ≥ 0, got -1'],
  [{ retryBackoff: Number.NaN }, 'retryBackoff must be a number of seconds ≥ 0, got NaN'],
])('refuses %o', (options, message) => {
  expect(() => new InProcessExecutor(options)).toThrow(message);
});
