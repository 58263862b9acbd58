import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../ts/types/chat.ts';
import type { ModelOutput } from '../../../ts/types/model-output.ts';
import { defer, FakeEngine, recordingModel } from './fake-engine.ts';
import { makeCall, makeOutput } from './outputs.ts';

const hello: ChatMessage[] = [{ role: 'user', content: 'Hello' }];

describe('an answer that could not be trained on is refused', () => {
  it.each([
    [
      makeOutput({ logprobs: [-1] }),
      "task-7:0, request 0: the rollout engine's logprobs must be as many as completionIds (2), or none, got 1",
    ],
    [makeOutput({ completionIds: [] }), 'as many as completionIds (0), or none, got 2'],
    [makeOutput({ logprobs: [-1, Number.NaN] }), 'logprobs[1] must be a finite number, got NaN'],
    [makeOutput({ promptIds: [1, 2.5] }), 'promptIds[1] must be a token id, got 2.5'],
    [makeOutput({ text: null as never }), 'text must be text, got null'],
    [makeOutput({ toolCalls: undefined as never }), 'toolCalls must be an array, got undefined'],
    [makeOutput({ reasoning: 1 as never }), 'reasoning must be text or null, got 1'],
    [makeOutput({ finishReason: 'eos' as never }), 'finishReason must be one of stop, length'],
    [makeOutput({ weightVersion: '3' as never }), 'weightVersion must be a finite number or null'],
    [makeOutput({ weightVersion: Number.NaN }), 'weightVersion must be a finite number or null'],
    [makeOutput({ toolCalls: [{ name: 'add' } as never] }), 'toolCalls[0] must be a call'],
    [makeOutput({ toolCalls: [null as never] }), 'toolCalls[0] must be a call'],
    [makeOutput({ toolCalls: [makeCall(7 as never)] }), 'toolCalls[0] must be a call'],
    [makeOutput({ tokenTexts: ['a'] }), 'tokenTexts must be an array of texts, as many as'],
    [makeOutput({ tokenTexts: ['a', 1 as never] }), 'tokenTexts must be an array of texts'],
    [null as never, 'answer must be a ModelOutput, got null'],
  ])('%#', async (output, message) => {
    const model = recordingModel(new FakeEngine(output));
    await expect(model.chat(hello)).rejects.toMatchObject({
      code: 'invalid-model-output',
      message: expect.stringContaining(message),
    });
    expect(model.steps).toEqual([]);
    expect(model.lost.failed).toBe(1);
  });

  it('but not one of an engine that knows no log-probabilities, or no tokens', async () => {
    const blind = makeOutput({ promptIds: [], completionIds: [], logprobs: [] });
    const model = recordingModel(new FakeEngine(makeOutput({ logprobs: [] }), blind));
    await model.chat(hello);
    await model.chat(hello);
    expect(model.steps.map(({ logprobs }) => logprobs)).toEqual([[], []]);
  });
});

describe('a request that fails', () => {
  it('throws what the engine threw, and leaves no step', async () => {
    const boom = new Error('out of memory');
    const engine = new FakeEngine(() => Promise.reject(boom), makeOutput());
    const model = recordingModel(engine);
    await expect(model.chat(hello)).rejects.toBe(boom);
    await model.chat(hello);
    expect(model.steps).toHaveLength(1);
    expect(engine.exchanges.map(({ request }) => request.turn)).toEqual([0, 1]);
    expect(model.lost).toEqual({ failed: 1, aborted: 0, discarded: 0 });
  });

  it('also when the engine throws at once', async () => {
    const engine = {
      getModelResponse: (): never => {
        throw new Error('no such model');
      },
    };
    await expect(recordingModel(engine).chat(hello)).rejects.toThrow('no such model');
  });
});

describe('a request that is given up', () => {
  it.each(['its own', "the rollout's"])(
    'by %s signal ends at once and leaves no step',
    async (which) => {
      const wait = defer<ModelOutput>();
      const own = new AbortController();
      const rollout = new AbortController();
      const engine = new FakeEngine(() => wait.promise);
      const model = recordingModel(engine, { signal: rollout.signal });
      const pending = model.chat(hello, { signal: own.signal });
      const reason = new Error('enough');
      (which === 'its own' ? own : rollout).abort(reason);
      await expect(pending).rejects.toBe(reason);
      expect(engine.exchanges[0]?.request.signal).toMatchObject({ aborted: true, reason });
      wait.resolve(makeOutput());
      await wait.promise;
      expect(model.steps).toEqual([]);
      expect(model.lost).toEqual({ failed: 0, aborted: 1, discarded: 0 });
    },
  );

  it('before it was made asks nothing', async () => {
    const engine = new FakeEngine();
    const model = recordingModel(engine, { signal: AbortSignal.abort() });
    await expect(model.chat(hello)).rejects.toMatchObject({ name: 'AbortError' });
    expect(engine.exchanges).toEqual([]);
    expect(model.lost.aborted).toBe(1);
  });

  it('may fail later without anybody hearing of it', async () => {
    const wait = defer<ModelOutput>();
    const own = new AbortController();
    const pending = recordingModel(new FakeEngine(() => wait.promise)).chat(hello, {
      signal: own.signal,
    });
    own.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    wait.reject(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('puts one listener on a signal, however many wait', async () => {
    const rollout = new AbortController();
    let listeners = 0;
    const add = rollout.signal.addEventListener.bind(rollout.signal);
    rollout.signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    const model = recordingModel(new FakeEngine(), { signal: rollout.signal });
    await Promise.all(Array.from({ length: 20 }, () => model.chat(hello)));
    await model.chat(hello);
    expect(listeners).toBe(1);
  });
});
