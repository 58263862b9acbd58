import { describe, expect, it } from 'vitest';
import type { SampleRequest } from '../../../ts/backends/local/policy-calls.ts';
import { SampleRouter } from '../../../ts/backends/local/sample-router.ts';

function ask(prompt: number, conversation?: string): SampleRequest {
  const request = { prompt: [prompt], key: [0n, 0n, 0n] as const, maxTokens: 1 };
  return conversation === undefined ? request : { ...request, conversation };
}

describe('the shares of threads', () => {
  it('are even, with equal prompts together as far as they go', () => {
    const router = new SampleRouter(2);
    const requests = [1, 2, 1, 2, 1, 2, 3].map((prompt) => ask(prompt));
    expect(router.share(requests)).toEqual([
      [0, 2, 4, 1],
      [3, 5, 6],
    ]);
    expect(new SampleRouter(1).share(requests)).toEqual([[0, 1, 2, 3, 4, 5, 6]]);
    expect(router.share([])).toEqual([[], []]);
  });

  it('keep a conversation where it is, until its session is gone', () => {
    const router = new SampleRouter(2);
    router.share([ask(1, 'a'), ask(2, 'b')]);
    expect(router.share([ask(3, 'b'), ask(4), ask(5, 'a')])).toEqual([[2, 1], [0]]);
    router.forget();
    expect(router.share([ask(3, 'b')])).toEqual([[0], []]);
  });
});
