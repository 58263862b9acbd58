import { describe, expect, it } from 'vitest';
import { byteTokenizer } from '../../../ts/backends/scripted/byte-tokenizer.ts';
import { hashedLogprobs } from '../../../ts/backends/scripted/hashed-logprobs.ts';
import type { Respond } from '../../../ts/backends/scripted/scripted-answer.ts';
import {
  ScriptedEngine,
  type ScriptedExchange,
} from '../../../ts/backends/scripted/scripted-engine.ts';
import type { ChatMessage } from '../../../ts/types/chat.ts';
import type { ModelRequest } from '../../../ts/workflow/rollout-engine.ts';

const hello: ChatMessage[] = [{ role: 'user', content: 'Hello' }];
const request: ModelRequest = {
  params: {},
  isValidation: false,
  signal: new AbortController().signal,
  uid: 'task-7:0',
  turn: 2,
};

function engineOf(respond: Respond, exchanges: ScriptedExchange[] = []): ScriptedEngine {
  return new ScriptedEngine(respond, byteTokenizer, (exchange) => exchanges.push(exchange));
}

describe('an answer', () => {
  it('of text has its tokens and log-probabilities', async () => {
    const exchanges: ScriptedExchange[] = [];
    const engine = engineOf(() => 'Hé', exchanges);
    engine.weightVersion = 3;
    const output = await engine.getModelResponse(hello, request);
    const promptIds = byteTokenizer.encodePrompt(hello, []);
    expect(output).toEqual({
      text: 'Hé',
      content: 'Hé',
      reasoning: null,
      toolCalls: [],
      promptIds,
      completionIds: [72, 195, 169, 256],
      logprobs: hashedLogprobs(promptIds, [72, 195, 169, 256]),
      tokenTexts: ['H', '\ufffd', '\ufffd', '<|end|>'],
      finishReason: 'stop',
      weightVersion: 3,
    });
    expect(exchanges).toEqual([{ messages: hello, request, output }]);
  });

  it('of parts has ids for its calls, and arguments as text', async () => {
    const toolCalls = [
      { name: 'add', arguments: { a: 1 } },
      { name: 'add', arguments: '{ "a": 2 }', id: 'mine' },
      { name: 'now', arguments: undefined },
    ];
    const engine = engineOf(() => ({ reasoning: 'Hm.', toolCalls }));
    const output = await engine.getModelResponse(hello, request);
    expect(output.toolCalls).toEqual([
      { id: 'call_2_0', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
      { id: 'mine', type: 'function', function: { name: 'add', arguments: '{ "a": 2 }' } },
      { id: 'call_2_2', type: 'function', function: { name: 'now', arguments: '{}' } },
    ]);
    expect(output).toMatchObject({ content: '', reasoning: 'Hm.', finishReason: 'tool_calls' });
    expect(byteTokenizer.decode(output.completionIds)).toBe(`${output.text}<|end|>`);
    expect(output.text).toMatch(/^<think>Hm\.<\/think><tool_call>/);
  });

  it('is made of what was asked, and of the version that answers', async () => {
    const engine = engineOf((messages, { turn, weightVersion, params, tools }) =>
      JSON.stringify([messages.length, turn, weightVersion, params, tools?.length]),
    );
    const tools = [{ type: 'function' as const, function: { name: 'add' } }];
    const params = { temperature: 1 };
    const { content } = await engine.getModelResponse(hello, { ...request, params, tools });
    expect(JSON.parse(content)).toEqual([1, 2, 0, params, 1]);
  });

  it('that is too long is cut, and is the text that it has come to', async () => {
    const engine = engineOf(() => ({
      content: 'Hello',
      toolCalls: [{ name: 'a', arguments: {} }],
    }));
    const output = await engine.getModelResponse(hello, { ...request, params: { maxTokens: 7 } });
    expect(output).toMatchObject({
      text: 'Hello<t',
      content: 'Hello<t',
      toolCalls: [],
      finishReason: 'length',
    });
    expect(output.completionIds).toHaveLength(7);
    expect(output.logprobs).toHaveLength(7);
  });

  it.each([
    [7, 'what respond returns must be text or { content, reasoning, toolCalls }, got 7'],
    [{ content: 7 }, 'the content that respond returns must be a string, got 7'],
    [{ reasoning: 7 }, 'the reasoning that respond returns must be a string, got 7'],
    [{ toolCalls: {} }, 'the toolCalls that respond returns must be an array, got an object'],
  ])('that is none is refused: %j', async (answer, message) => {
    const engine = engineOf(() => answer as never);
    await expect(engine.getModelResponse(hello, request)).rejects.toThrow(message);
  });
});

it('completes text and token ids', async () => {
  const engine = engineOf(([message]) => `${message?.content}, yes`);
  const text = await engine.complete('Hi', request);
  const ids = await engine.complete([72, 105], request);
  expect(text.content).toBe('Hi, yes');
  expect(text.promptIds).toEqual([72, 105]);
  expect(ids).toEqual(text);
});
