import { describe, expect, it } from 'vitest';
import type { Sample, SampleRequest } from '../../../ts/backends/local/policy-calls.ts';
import { SampleQueue } from '../../../ts/backends/local/sample-queue.ts';

const never = new AbortController().signal;

function ask(token: number): SampleRequest {
  return { prompt: [token], key: [0n, 0n, 0n], maxTokens: 1 };
}

/** Echoes the prompt, after `release` was called. */
function echo() {
  const batches: number[][] = [];
  const open: (() => void)[] = [];
  const sampler = {
    async sample(requests: readonly SampleRequest[]): Promise<Sample[]> {
      batches.push(requests.map(({ prompt }) => prompt[0] as number));
      await new Promise<void>((resolve) => {
        open.push(resolve);
      });
      if (requests.some(({ prompt }) => prompt[0] === 13)) throw new Error('unlucky');
      return requests.map(({ prompt }) => ({ tokens: prompt, logprobs: [0], stopReason: 'stop' }));
    },
  };
  const release = async (): Promise<void> => {
    while (open.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    open.shift()?.();
  };
  return { batches, queue: new SampleQueue(sampler), release };
}

describe('requests that come one by one', () => {
  it('are drawn together, and those that come meanwhile the next time', async () => {
    const { batches, queue, release } = echo();
    const first = [queue.draw(ask(1), never), queue.draw(ask(2), never)];
    await Promise.resolve();
    const late = queue.draw(ask(3), never);
    await release();
    expect((await Promise.all([...first, late])).map(({ tokens }) => tokens)).toEqual([
      [1],
      [2],
      [3],
    ]);
    const again = queue.draw(ask(4), never);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const meanwhile = [queue.draw(ask(5), never), queue.draw(ask(6), never)];
    await release();
    await release();
    await Promise.all([again, ...meanwhile]);
    expect(batches).toEqual([[1, 2, 3], [4], [5, 6]]);
  });

  it('are not drawn once they were given up', async () => {
    const { batches, queue, release } = echo();
    const abort = new AbortController();
    const given = queue.draw(ask(1), abort.signal).catch((reason) => reason);
    const kept = queue.draw(ask(2), never);
    abort.abort('enough');
    expect(await given).toBe('enough');
    await release();
    await kept;
    expect(batches).toEqual([[2]]);
    const all = queue.draw(ask(3), abort.signal).catch((reason) => reason);
    expect(await all).toBe('enough');
    expect(batches).toHaveLength(1);
  });

  it('fail together, and later ones do not', async () => {
    const { queue, release } = echo();
    const failed = [queue.draw(ask(12), never), queue.draw(ask(13), never)];
    const ended = Promise.allSettled(failed);
    await release();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const later = queue.draw(ask(14), never);
    await release();
    expect((await later).tokens).toEqual([14]);
  });
});
