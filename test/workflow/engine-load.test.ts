import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { UnifiedWorkflowEngine } from '../../ts/workflow/unified-workflow-engine.ts';
import type { WorkflowContext } from '../../ts/workflow/workflow-context.ts';
import { never } from './engines.ts';
import { FakeEngine } from './model/fake-engine.ts';
import { virtualTime } from './virtual-time.ts';

const ROLLOUTS = 10_000;
const ROUNDS = 2;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are still in use when nothing is under way. */
async function bytesInUse(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of 100 rollouts 90 are well, 5 throw, 3 hang and 2 return nonsense; each asks the model once and takes 100 ms. */
async function play(index: number, ctx: WorkflowContext): Promise<number> {
  const kind = index % 100;
  await ctx.model.chat([{ role: 'user', content: `task ${index}` }]);
  await sleep(100);
  if (kind < 5) throw new Error('no luck');
  if (kind < 8) return never();
  return kind < 10 ? ('nonsense' as never) : index % 2;
}

it.each([256, ROLLOUTS])(
  'loses none of ten thousand rollouts, %i at a time, and keeps no memory of them',
  async (nParallelTasks) => {
    const time = virtualTime();
    const engine = new UnifiedWorkflowEngine({
      workflow: play,
      rolloutEngine: new FakeForever(),
      workflowArgs: { timeout: 1 },
      nParallelTasks,
      retryLimit: 2,
      raiseOnError: false,
    });
    const tasks = Array.from({ length: ROLLOUTS }, (_, index) => index);
    const ids = tasks.map((index) => `t${Math.floor(index / 8)}`);
    const used: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const call = engine.executeTasks(tasks, ids);
      await time.run(call);
      const episodes = await call;
      expect(episodes.every(({ task }, index) => task === index)).toBe(true);
      expect(new Set(episodes.map(({ id }) => id)).size).toBe(ROLLOUTS);
      episodes.length = 0;
      used.push(await bytesInUse());
    }
    expect(engine.counts).toEqual({
      rollouts: ROUNDS * ROLLOUTS,
      reasons: {
        env_done: (ROUNDS * ROLLOUTS * 90) / 100,
        error: (ROUNDS * ROLLOUTS * 7) / 100,
        timeout: (ROUNDS * ROLLOUTS * 3) / 100,
      },
      retries: (ROUNDS * ROLLOUTS * 7) / 100,
      aborted: 0,
      strayResults: 0,
      leakedRejections: 0,
    });
    const [first = 0] = used;
    // A kilobyte for each rollout would be ten megabytes a round.
    expect((used.at(-1) as number) - first).toBeLessThan((ROUNDS - 1) * 2e6);
    await engine.shutdown();
  },
);

/** One that does not remember what it was asked. */
class FakeForever extends FakeEngine {
  override async getModelResponse(
    ...asked: Parameters<FakeEngine['getModelResponse']>
  ): ReturnType<FakeEngine['getModelResponse']> {
    this.exchanges.length = 0;
    return super.getModelResponse(...asked);
  }
}
