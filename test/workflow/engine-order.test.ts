import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnifiedWorkflowEngine } from '../../ts/workflow/unified-workflow-engine.ts';
import { never } from './engines.ts';
import { FakeEngine } from './model/fake-engine.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // What shut down lets go of the process a turn later.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

type Ending = 'well' | 'throws' | 'throws once' | 'nonsense' | 'hangs';

const plan = fc.record({
  id: fc.constantFrom('a', 'b', 'c:d'),
  duration: fc.nat(50),
  ending: fc.constantFrom<Ending>(
    'well',
    'well',
    'well',
    'throws',
    'throws once',
    'nonsense',
    'hangs',
  ),
});
const reasonOf: Record<Ending, string> = {
  well: 'env_done',
  throws: 'error',
  'throws once': 'env_done',
  nonsense: 'error',
  hangs: 'timeout',
};
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('gives results in the order of the tasks, and counts each once, whatever they take and become', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { maxLength: 40 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 2, max: 3 }),
      async (plans, nParallelTasks, retryLimit) => {
        const threw = new Set<number>();
        let running = 0;
        let most = 0;
        const engine = new UnifiedWorkflowEngine({
          workflow: async ({ index, duration, ending }: (typeof tasks)[number]) => {
            most = Math.max(most, ++running);
            await sleep(duration);
            if (ending !== 'hangs') running--;
            if (ending === 'hangs') return never();
            if (ending === 'throws once' && !threw.has(index)) {
              threw.add(index);
              throw new Error('once');
            }
            if (ending === 'throws') throw new Error('always');
            return ending === 'nonsense' ? ('nonsense' as never) : index;
          },
          rolloutEngine: new FakeEngine(),
          workflowArgs: { timeout: 0.1 },
          nParallelTasks,
          retryLimit,
          retryBackoff: 0.01,
          raiseOnError: false,
        });
        const tasks = plans.map((one, index) => ({ ...one, index }));
        const ended: string[] = [];
        const call = engine.executeTasks(
          tasks,
          plans.map(({ id }) => id),
          { onEpisode: ({ id }) => ended.push(id) },
        );
        await vi.runAllTimersAsync();
        const episodes = await call;

        expect(episodes.map(({ task }) => task)).toEqual(tasks);
        expect(episodes.map(({ id }) => id)).toEqual(
          plans.map(
            ({ id }, i) => `${id}:${plans.slice(0, i).filter((one) => one.id === id).length}`,
          ),
        );
        const reasons = plans.map(({ ending }) => reasonOf[ending]);
        expect(episodes.map(({ terminationReason }) => terminationReason)).toEqual(reasons);
        expect([...ended].sort()).toEqual(episodes.map(({ id }) => id).sort());
        const counted: Record<string, number> = {};
        for (const reason of reasons) counted[reason] = (counted[reason] ?? 0) + 1;
        const failing = reasons.filter((reason) => reason === 'error').length;
        expect(engine.counts).toEqual({
          rollouts: plans.length,
          reasons: counted,
          retries: failing * (retryLimit - 1) + threw.size,
          aborted: 0,
          strayResults: 0,
          leakedRejections: 0,
        });
        const hanging = plans.filter(({ ending }) => ending === 'hangs').length;
        expect(most).toBeLessThanOrEqual(nParallelTasks + hanging);
        expect(vi.getTimerCount()).toBe(0);
        await engine.shutdown();
      },
    ),
    { numRuns: 60 },
  );
});

it('counts each rollout once also when the call is stopped in the middle', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(120),
      fc.boolean(),
      async (plans, nParallelTasks, stopAfter, raiseOnError) => {
        const engine = new UnifiedWorkflowEngine({
          workflow: async ({ duration, ending }: (typeof plans)[number]) => {
            await sleep(duration);
            if (ending === 'hangs') return never();
            if (ending.startsWith('throws')) throw new Error('always');
            return 1;
          },
          rolloutEngine: new FakeEngine(),
          nParallelTasks,
          retryLimit: 1,
          raiseOnError,
        });
        const controller = new AbortController();
        const ended: string[] = [];
        const call = engine.executeTasks(plans, null, {
          signal: controller.signal,
          onEpisode: ({ id }) => ended.push(id),
        });
        const outcome = call.then(
          () => 'done',
          (error) => error,
        );
        await vi.advanceTimersByTimeAsync(stopAfter);
        controller.abort('stopped');
        await vi.advanceTimersByTimeAsync(0);
        const { rollouts, aborted, reasons } = engine.counts;
        expect(rollouts + aborted).toBe(plans.length);
        expect(ended).toHaveLength(rollouts);
        expect(Object.values(reasons).reduce((total, count) => total + count, 0)).toBe(rollouts);
        const end = await outcome;
        if (aborted === 0 && !raiseOnError) expect(end).toBe('done');
        else if (end !== 'stopped' && end !== 'done')
          expect(end).toMatchObject({ code: 'rollout-failed' });
        await engine.shutdown();
      },
    ),
    { numRuns: 60 },
  );
});
