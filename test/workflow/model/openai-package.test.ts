import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type { Respond } from '../../../ts/backends/scripted/scripted-answer.ts';
import { expectExtending, expectSteps, scriptedRollout } from '../../support/scripted-rollout.ts';

// The arguments are spaced as no serializer would space them, so that a text that was made anew is seen.
const shop: Respond = (messages) => {
  const results = messages.filter(({ role }) => role === 'tool');
  if (results.length === 0) {
    return {
      reasoning: 'I need both  numbers.',
      toolCalls: [
        { name: 'price', arguments: '{ "item":"tea" }' },
        { name: 'price', arguments: '{"item" : "crème"}' },
      ],
    };
  }
  if (results.length === 2) {
    const sum = '{"a": 3,\n "b": 4}';
    return { content: 'Now the sum. ', toolCalls: [{ name: 'add', arguments: sum }] };
  }
  return 'Seven crowns — 7 κορώνες.\n';
};

const tools: OpenAI.Chat.Completions.ChatCompletionFunctionTool[] = ['price', 'add'].map(
  (name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }),
);

const question: OpenAI.Chat.Completions.ChatCompletionMessageParam = {
  role: 'user',
  content: 'Tea and crème, please.',
};

function runTool(call: OpenAI.Chat.Completions.ChatCompletionMessageToolCall): string {
  if (call.type !== 'function') throw new Error(call.type);
  const { a, b, item } = JSON.parse(call.function.arguments);
  return call.function.name === 'add' ? String(a + b) : item === 'tea' ? '3' : '4';
}

function open(respond: Respond) {
  const rollout = scriptedRollout(respond);
  return { ...rollout, client: new OpenAI({ fetch: rollout.fetch, apiKey: 'unused' }) };
}

describe('the openai package', () => {
  it('runs an agent that calls tools', async () => {
    const { client, model, sent } = open(shop);
    const messages: OpenAI.Chat.Completions.ChatCompletionMessageParam[] = [question];
    for (;;) {
      const { choices } = await client.chat.completions.create({
        model: 'policy',
        messages,
        tools,
      });
      const { message, finish_reason } = choices[0] as (typeof choices)[0];
      messages.push(message);
      if (finish_reason !== 'tool_calls') break;
      for (const call of message.tool_calls ?? [])
        messages.push({ role: 'tool', tool_call_id: call.id, content: runTool(call) });
    }
    expect(messages.at(-1)).toMatchObject({ content: 'Seven crowns — 7 κορώνες.\n' });
    expectSteps(model.steps, sent);
    expectExtending(model.steps);
    expect(sent.map(({ request }) => request.tools)).toEqual([tools, tools, tools]);
  });

  it('runs the same agent over streams', async () => {
    const { client, model, sent } = open(shop);
    const messages: OpenAI.Chat.Completions.ChatCompletionMessageParam[] = [question];
    for (;;) {
      const stream = client.chat.completions.stream({ model: 'policy', messages, tools });
      const { choices } = await stream.finalChatCompletion();
      const { message, finish_reason } = choices[0] as (typeof choices)[0];
      messages.push(message);
      if (finish_reason !== 'tool_calls') break;
      for (const call of message.tool_calls ?? [])
        messages.push({ role: 'tool', tool_call_id: call.id, content: runTool(call) });
    }
    expectSteps(model.steps, sent);
    expectExtending(model.steps);
    expect(sent).toHaveLength(3);
  });

  it('gives the chunks of a stream one by one, with usage and log-probabilities', async () => {
    const { client, model, sent } = open(() => 'one two');
    const stream = await client.chat.completions.create({
      model: 'policy',
      messages: [question],
      stream: true,
      stream_options: { include_usage: true },
      logprobs: true,
    });
    let text = '';
    let usage: unknown;
    const logprobs: number[] = [];
    const tokens: string[] = [];
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage ?? usage;
      for (const { token, logprob } of chunk.choices[0]?.logprobs?.content ?? []) {
        tokens.push(token);
        logprobs.push(logprob);
      }
    }
    expect(text).toBe('one two');
    const [step] = model.steps;
    expect(logprobs).toEqual(step?.logprobs);
    expect(tokens).toEqual([...'one two', '<|end|>']);
    expect(usage).toEqual({
      prompt_tokens: step?.promptIds.length,
      completion_tokens: 8,
      total_tokens: (step?.promptIds.length ?? 0) + 8,
    });
    expectSteps(model.steps, sent);
  });

  it.each([false, true])('runs its own loop of tools, streamed: %s', async (stream) => {
    const { client, model, sent } = open(shop);
    const runnable = tools.map(({ function: { name, parameters } }) => ({
      type: 'function' as const,
      function: {
        name,
        parameters: parameters as Record<string, unknown>,
        description: '',
        parse: JSON.parse,
        function: (args: { a: number; b: number; item: string }) =>
          name === 'add' ? String(args.a + args.b) : args.item === 'tea' ? '3' : '4',
      },
    }));
    const body = { model: 'policy', messages: [question], tools: runnable };
    const runner = stream
      ? client.chat.completions.runTools({ ...body, stream: true })
      : client.chat.completions.runTools({ ...body });
    expect(await runner.finalContent()).toBe('Seven crowns — 7 κορώνες.\n');
    expectSteps(model.steps, sent);
    expectExtending(model.steps);
    expect(sent).toHaveLength(3);
  });

  it('parses what has a format', async () => {
    const { client, model, sent } = open(() => '{"sum": 7}');
    const completion = await client.chat.completions.parse({
      model: 'policy',
      messages: [question],
      response_format: { type: 'json_schema', json_schema: { name: 'sum', strict: true } },
    });
    const { message } = completion.choices[0] as (typeof completion.choices)[0];
    await client.chat.completions.create({
      model: 'policy',
      messages: [question, message, question],
    });
    expectSteps(model.steps, sent);
    expectExtending(model.steps);
    expect(sent[0]?.request.params).toMatchObject({
      temperature: 0.7,
      response_format: { type: 'json_schema' },
    });
  });

  it('leaves no step when a stream is left early', async () => {
    const { client, model } = open(() => 'one two three four');
    const stream = await client.chat.completions.create({
      model: 'policy',
      messages: [question],
      stream: true,
    });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    expect(model.steps).toEqual([]);
    expect(model.lost).toEqual({ failed: 0, aborted: 0, discarded: 1 });
  });

  it('keeps the step of a stream that is left with its finish reason', async () => {
    const { client, model, sent } = open(() => 'one two three four');
    const stream = await client.chat.completions.create({
      model: 'policy',
      messages: [question],
      stream: true,
    });
    for await (const chunk of stream) if (chunk.choices[0]?.finish_reason) break;
    expectSteps(model.steps, sent);
  });

  it('asks once when the model fails, and hears why', async () => {
    let asked = 0;
    const { client, model } = open(() => {
      asked++;
      throw new Error('out of memory');
    });
    const pending = client.chat.completions.create({ model: 'policy', messages: [question] });
    await expect(pending).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    await expect(pending).rejects.toThrow('500 out of memory');
    expect(asked).toBe(1);
    expect(model.steps).toEqual([]);
  });

  it('hears what is wrong with a request', async () => {
    const { client } = open(() => 'one');
    const pending = client.chat.completions.create({ model: 'policy', messages: [question], n: 2 });
    await expect(pending).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(pending).rejects.toMatchObject({ param: 'n', code: 'invalid_value' });
    const other = client.responses.create({ model: 'policy', input: 'Hello' });
    await expect(other).rejects.toThrow('404 POST /v1/responses: served here are');
  });

  it('is aborted as it would be elsewhere', async () => {
    const controller = new AbortController();
    const { client, model } = open(() => new Promise<string>(() => controller.abort()));
    const { signal } = controller;
    const pending = client.chat.completions.create(
      { model: 'policy', messages: [question] },
      { signal },
    );
    await expect(pending).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    expect(model.steps).toEqual([]);
    expect(model.lost.aborted).toBe(1);
  });

  it('gets the answer that was recorded when it retries', async () => {
    const { fetch, model, sent } = scriptedRollout(() => 'at last');
    let calls = 0;
    const client = new OpenAI({
      apiKey: 'unused',
      fetch: async (...args) => {
        const response = await fetch(...args);
        const lost = new Response('', { status: 503, headers: { 'retry-after-ms': '1' } });
        return ++calls === 1 ? lost : response;
      },
    });
    const { choices } = await client.chat.completions.create({
      model: 'policy',
      messages: [question],
    });
    expect(choices[0]?.message.content).toBe('at last');
    expect(calls).toBe(2);
    expectSteps(model.steps, sent);
    expect(sent).toHaveLength(1);
  });

  it('lists the model', async () => {
    const { client } = open(() => 'one');
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual(['policy']);
  });
});
