import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Conversations } from '../../../ts/backends/local/conversations.ts';
import { drawSamples } from '../../../ts/backends/local/draw-samples.ts';
import type { SampleRequest } from '../../../ts/backends/local/policy-calls.ts';
import { createPolicy } from '../../../ts/backends/local/wasm/policy-module.ts';
import { SMALL } from './support.ts';

function open(most = 100) {
  const policy = createPolicy(SMALL, 7n);
  const conversations = new Conversations(most, (sessions) =>
    policy.drop(Uint32Array.from(sessions)),
  );
  return {
    policy,
    conversations,
    draw: (all: SampleRequest[]) => drawSamples(policy, conversations, all),
  };
}

function ask(prompt: readonly number[], init: Partial<SampleRequest> = {}): SampleRequest {
  return { prompt, key: [1n, 2n, 3n], maxTokens: 4, ...init };
}

const requests = fc.array(
  fc.record({
    prompt: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
    key: fc.tuple(fc.constant(5n), fc.bigInt(0n, 3n), fc.constant(0n)),
    maxTokens: fc.integer({ min: 1, max: 5 }),
    temperature: fc.constantFrom(1, 0.5, 0),
    topK: fc.constantFrom(0, 3),
    stop: fc.constantFrom([], [4, 5]),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('answers', () => {
  it('depend on their request alone, not on those beside it', () => {
    const { draw, policy } = open();
    fc.assert(
      fc.property(requests, (all) => {
        const apart = all.map((one) => draw([one])[0]);
        expect(draw(all)).toEqual(apart);
        expect(draw([...all].reverse()).reverse()).toEqual(apart);
        expect(policy.sessionCount).toBe(0);
      }),
      { numRuns: 25 },
    );
  });

  it('are the same whether a conversation was kept or not', () => {
    const { draw, policy } = open();
    let prompt: number[] = [1, 2];
    for (let turn = 0; turn < 3; turn++) {
      const key = [9n, 9n, BigInt(turn)] as const;
      const [kept] = draw([ask(prompt, { key, conversation: 'a', maxTokens: 3 })]);
      expect(kept).toEqual(draw([ask(prompt, { key, maxTokens: 3 })])[0]);
      expect(policy.sessionCount).toBe(1);
      prompt = [...prompt, ...(kept?.tokens ?? []), 1];
    }
  });

  it('of several turns at once, of prompts that go on differently, are those of new sessions', () => {
    const { draw, policy } = open();
    const prompts = [[1], [2, 3], [1, 1, 2], [4]];
    const turn = (asked: readonly number[][], at: number, isKept: boolean) =>
      draw(
        asked.map((prompt, i) =>
          ask(prompt, {
            key: [9n, BigInt(i), BigInt(at)],
            maxTokens: 1 + i,
            ...(isKept && { conversation: `game ${i}` }),
          }),
        ),
      );
    const first = turn(prompts, 0, true);
    const longer = prompts.map((prompt, i) => [
      ...prompt,
      ...(first[i]?.tokens ?? []),
      ...new Array(i).fill(5),
    ]);
    expect(turn(longer, 1, true)).toEqual(turn(longer, 1, false));
    expect(policy.sessionCount).toBe(4);
  });

  it('of one prompt and one key are one, of other keys are others', () => {
    const { draw } = open();
    const [a, b, c] = draw([
      ask([1], { maxTokens: 12 }),
      ask([1], { maxTokens: 12 }),
      ask([1], { maxTokens: 12, key: [1n, 2n, 4n] }),
    ]);
    expect(a).toEqual(b);
    expect(a?.tokens).not.toEqual(c?.tokens);
  });

  it('end at a stop token, at their length, and at the end of the context', () => {
    const { draw } = open();
    const all = [...Array(SMALL.vocabulary).keys()];
    expect(draw([ask([1], { stop: all })])[0]).toMatchObject({
      stopReason: 'stop',
      tokens: [expect.any(Number)],
    });
    expect(draw([ask([1])])[0]).toMatchObject({ stopReason: 'length', tokens: { length: 4 } });
    const long = new Array(SMALL.context - 2).fill(1);
    expect(draw([ask(long)])[0]).toMatchObject({ stopReason: 'context', tokens: { length: 2 } });
  });
});

describe('sessions that are kept', () => {
  it('are at most so many; the one that was used longest ago goes', () => {
    const { draw, policy, conversations } = open(2);
    const turn = (conversation: string) => draw([ask([1], { conversation, maxTokens: 1 })]);
    turn('a');
    turn('b');
    const { session } =
      conversations.take('a', [1, ...(draw([ask([1], { maxTokens: 1 })])[0]?.tokens ?? [])]) ?? {};
    expect(session).toBeDefined();
    conversations.keep('a', { session: session as number, tokens: [1] });
    turn('c');
    expect(policy.sessionCount).toBe(2);
    expect(conversations.take('b', [1, 2, 3])).toBe(null);
    expect(conversations.take('a', [1, 2, 3])).not.toBe(null);
  });

  it('are taken by the longest of their branches that the prompt begins with', () => {
    const dropped: number[] = [];
    const conversations = new Conversations(9, (sessions) => dropped.push(...sessions));
    conversations.keep('a', { session: 1, tokens: [1] });
    conversations.keep('a', { session: 2, tokens: [1, 2] });
    conversations.keep('a', { session: 3, tokens: [1, 3] });
    expect(conversations.take('a', [1, 2, 4])?.session).toBe(2);
    expect(conversations.take('a', [1, 2, 4])?.session).toBe(1);
    expect(conversations.take('a', [2])).toBe(null);
    expect(conversations.take(undefined, [1, 3])).toBe(null);
    conversations.clear();
    expect(dropped).toEqual([3]);
    expect(conversations.take('a', [1, 3])).toBe(null);
  });

  it('leave nothing behind when drawing fails', () => {
    const { draw, policy } = open();
    expect(() => draw([ask([1], { conversation: 'a' }), ask([99])])).toThrow();
    expect(() => draw([ask([1]), ask([1], { temperature: -1 })])).toThrow();
    expect(policy.sessionCount).toBe(0);
  });
});
