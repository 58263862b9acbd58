import { describe, expect, it } from 'vitest';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import type { RolloutExecutor, RolloutResult } from '../../ts/workflow/rollout-executor.ts';
import { makeEngine, messageOf, never, promisesToSettle, rejectionOf } from './engines.ts';

const episode = (isCorrect = true): Episode =>
  createEpisode({ terminationReason: 'env_done', isCorrect });
const result = (index: number, load: RolloutResult['load'] = () => episode()): RolloutResult => ({
  index,
  attempts: 1,
  load,
});

function executorOf(run: RolloutExecutor<number>['run']): RolloutExecutor<number> {
  return { run };
}

describe('an executor of one’s own', () => {
  it('may give results in any order and by reference, and need not play in this process', async () => {
    const executor = executorOf(async function* (jobs, { batch }) {
      expect(JSON.parse(JSON.stringify(jobs))).toEqual(jobs);
      expect(batch).toEqual({ step: 7, mode: 'train', epoch: 1 });
      for (const job of [...jobs].reverse())
        yield result(job.index, async () => episode(job.task % 2 === 0));
    });
    const engine = makeEngine<number>(() => Promise.reject(new Error('not here')), { executor });
    engine.setTrainingStep(7, 'train', 1);
    const episodes = await engine.executeTasks([1, 2, 3], ['a', 'b', 'a']);
    expect(episodes.map(({ id, task, isCorrect }) => [id, task, isCorrect])).toEqual([
      ['a:0', 1, false],
      ['b:0', 2, true],
      ['a:1', 3, false],
    ]);
  });

  it('may play in this process', async () => {
    const executor = executorOf(async function* (jobs, { runAttempt }) {
      for (const job of jobs) {
        const played = await runAttempt(job, new AbortController());
        yield result(job.index, () => played);
      }
    });
    const engine = makeEngine<number>((task) => task, { executor });
    expect((await engine.executeTasks([1, 0])).map(({ isCorrect }) => isCorrect)).toEqual([
      true,
      false,
    ]);
  });

  it('may give a result twice, or for nothing: the first counts, others are counted and dropped', async () => {
    const executor = executorOf(async function* () {
      yield result(0, () => episode(true));
      yield result(0, () => episode(false));
      yield result(5);
      yield result(1);
    });
    const engine = makeEngine<number>(() => 1, { executor });
    const episodes = await engine.executeTasks([1, 2], ['a', 'b']);
    expect(episodes.map(({ isCorrect }) => isCorrect)).toEqual([true, true]);
    expect(engine.counts).toMatchObject({ rollouts: 2, strayResults: 2 });
    expect(engine.warnings.map(({ kind, message }) => [kind, message])).toEqual([
      ['stray-result', 'the executor gave rollout "a:0" a second result, which was dropped'],
      ['stray-result', 'the executor gave a result for job 5, which there is not'],
    ]);
  });

  it('may give what is no result: it is counted and dropped', async () => {
    const executor = executorOf(async function* () {
      yield null as never;
      yield result('length' as never);
      yield { index: 0, load: () => episode() } as RolloutResult;
    });
    const engine = makeEngine<number>(() => 1, { executor });
    expect((await engine.executeTasks([1])).map(({ isCorrect }) => isCorrect)).toEqual([true]);
    expect(engine.counts).toMatchObject({ rollouts: 1, retries: 0, strayResults: 2 });
  });

  it.each([
    ['never ends', () => never()],
    ['never loads a result', async () => result(0, never)],
    [
      'gives results late',
      async (signal: AbortSignal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return result(0);
      },
    ],
  ])('is not waited for any more when the call is stopped, though it %s', async (_, next) => {
    const executor = executorOf(async function* (_jobs, { signal }) {
      yield await next(signal);
    });
    const engine = makeEngine<number>(() => 1, { executor });
    const call = engine.executeTasks([1, 2]);
    await promisesToSettle();
    await engine.shutdown();
    expect(await rejectionOf(call)).toMatchObject({ code: 'engine-closed' });
    expect(engine.counts).toMatchObject({ rollouts: 0, aborted: 2 });
  });

  it('may end without a result: that rollout failed', async () => {
    const executor = executorOf(async function* () {
      yield result(1);
    });
    const options = { executor, raiseOnError: false };
    const engine = makeEngine<number>(() => 1, options);
    const [lost, found] = await engine.executeTasks([1, 2], ['a', 'b']);
    expect([lost?.id, lost?.terminationReason, found?.id]).toEqual(['a:0', 'error', 'b:0']);
    expect(messageOf(lost)).toBe('the executor ended without a result for this rollout');
    const strict = makeEngine<number>(() => 1, { ...options, raiseOnError: true });
    await expect(strict.executeTasks([1, 2], ['a', 'b'])).rejects.toThrow('[a:0] Rollout failed');
  });

  it('may fail to load an episode, or load none: that rollout failed', async () => {
    const executor = executorOf(async function* () {
      yield result(0, () => Promise.reject(new Error('404')));
      yield result(1, () => ({ id: 'x' }) as Episode);
      yield result(2);
      yield result(3, () => ({ ...episode(), terminationReason: 'bored' as never }));
    });
    const episodes = await makeEngine<number>(() => 1, { executor }).executeTasks([1, 2, 3, 4]);
    expect(episodes.map(messageOf)).toEqual([
      '404',
      'what a result loads must be an episode, got an object',
      undefined,
      expect.stringMatching(/^termination reason must be one of .*, got "bored"$/),
    ]);
  });

  it('ends the call when it fails, and is shut down once', async () => {
    let shutdowns = 0;
    const executor: RolloutExecutor<number> = {
      async *run() {
        yield result(0);
        throw new Error('connection lost');
      },
      shutdown: () => void shutdowns++,
    };
    const engine = makeEngine<number>(() => 1, { executor });
    await expect(engine.executeTasks([1, 2])).rejects.toThrow('connection lost');
    expect(engine.counts).toMatchObject({ rollouts: 1, aborted: 1 });
    await Promise.all([engine.shutdown(), engine.shutdown()]);
    expect(shutdowns).toBe(1);
  });
});
