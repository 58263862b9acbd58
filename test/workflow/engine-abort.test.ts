import { describe, expect, it } from 'vitest';
import { createEpisode } from '../../ts/types/episode.ts';
import { Workflow } from '../../ts/workflow/workflow.ts';
import type { WorkflowContext } from '../../ts/workflow/workflow-context.ts';
import { makeEngine, never, promisesToSettle, rejectionOf } from './engines.ts';

class Hanging extends Workflow<string> {
  override async run(task: string): Promise<null> {
    return task === 'hangs' ? never() : null;
  }
}
const hanging = (task: string): number | Promise<number> => (task === 'hangs' ? never() : 1);

describe.each([
  ['a function', hanging],
  ['a class', Hanging],
])('a call with %s that is stopped', (_, workflow) => {
  it('ends with the reason, and frees its places', async () => {
    const controller = new AbortController();
    const engine = makeEngine<string>(workflow, { nParallelTasks: 2 });
    const options = { signal: controller.signal };
    const call = engine.executeTasks(['hangs', 'hangs', 'well'], null, options);
    const other = engine.executeTasks(['well', 'well']);
    await promisesToSettle();
    controller.abort('stopped');
    expect(await rejectionOf(call)).toBe('stopped');
    expect(await other).toHaveLength(2);
    expect(engine.counts).toMatchObject({ rollouts: 2, aborted: 3 });
  });

  it('is not begun when the signal aborted before', async () => {
    const engine = makeEngine<string>(workflow);
    const signal = AbortSignal.abort('stopped');
    expect(await rejectionOf(engine.executeTasks(['well'], null, { signal }))).toBe('stopped');
    expect(engine.counts).toMatchObject({ rollouts: 0, aborted: 0 });
  });

  it('is stopped by the signal of the engine', async () => {
    const controller = new AbortController();
    const engine = makeEngine<string>(workflow, { signal: controller.signal });
    const call = engine.executeTasks(['hangs']);
    await promisesToSettle();
    controller.abort('all over');
    expect(await rejectionOf(call)).toBe('all over');
    expect(await rejectionOf(engine.processTaskWithRetry('well', 'a', 0, 0))).toBe('all over');
  });
});

it('tells a rollout by its signal', async () => {
  const controller = new AbortController();
  const reasons: unknown[] = [];
  const engine = makeEngine(
    (_: number, ctx: WorkflowContext) =>
      new Promise<number>((_resolve, reject) => {
        ctx.signal.addEventListener('abort', () => {
          reasons.push(ctx.signal.reason);
          reject(ctx.signal.reason);
        });
      }),
  );
  const call = engine.executeTasks([1, 2, 3], null, { signal: controller.signal });
  await promisesToSettle();
  controller.abort('stopped');
  await rejectionOf(call);
  expect(reasons).toEqual(['stopped', 'stopped', 'stopped']);
});

it('stops nothing more once the call has ended', async () => {
  const controller = new AbortController();
  const signals: AbortSignal[] = [];
  const engine = makeEngine((_: number, ctx: WorkflowContext) => {
    signals.push(ctx.signal);
    return createEpisode();
  });
  await engine.executeTasks([1], null, { signal: controller.signal });
  controller.abort();
  expect(signals[0]?.aborted).toBe(false);
});
