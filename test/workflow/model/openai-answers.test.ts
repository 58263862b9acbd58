import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOutput, makeCall, makeOutput } from './outputs.ts';
import { assemble, readEvents } from './read-events.ts';
import { hello, post, serve, url } from './serve.ts';

const tools = [{ type: 'function', function: { name: 'add', parameters: { type: 'object' } } }];

describe('an answer', () => {
  it('is a chat completion, and a step', async () => {
    const { model, fetch } = serve();
    const response = await fetch(url, post({ ...hello, model: 'any/name' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'any/name',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello yourself', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    });
    expect(model.steps).toHaveLength(1);
  });

  it('with calls has no text, and says that calls are to be made', async () => {
    const toolCalls = [makeCall('call_a'), makeCall('call_b')];
    const { fetch } = serve(makeOutput({ content: '', toolCalls, reasoning: 'Two at a time.' }));
    const { choices } = await (await fetch(url, post({ ...hello, tools }))).json();
    expect(choices[0]).toMatchObject({
      message: { content: null, reasoning_content: 'Two at a time.', tool_calls: toolCalls },
      finish_reason: 'tool_calls',
    });
  });

  it('has no usage where the engine does not know the tokens', async () => {
    const { fetch } = serve(makeOutput({ promptIds: [], completionIds: [], logprobs: [] }));
    const body = { ...hello, logprobs: true };
    const completion = await (await fetch(url, post(body))).json();
    expect(completion).not.toHaveProperty('usage');
    expect(completion.choices[0].logprobs).toBeNull();
  });

  it.each([
    [undefined, ['token_id:4', 'token_id:5'], [null, null]],
    [
      ['é', '\ufffd'],
      ['é', '\ufffd'],
      [[195, 169], null],
    ],
  ])(
    'has log-probabilities when asked for, of tokens with the texts %j',
    async (tokenTexts, tokens, bytes) => {
      const { fetch } = serve(makeOutput(tokenTexts === undefined ? {} : { tokenTexts }));
      const body = { ...hello, logprobs: true, top_logprobs: 0 };
      const { choices } = await (await fetch(url, post(body))).json();
      expect(choices[0].logprobs).toEqual({
        content: [
          { token: tokens[0], bytes: bytes[0], logprob: -0.5, top_logprobs: [] },
          { token: tokens[1], bytes: bytes[1], logprob: -0.25, top_logprobs: [] },
        ],
        refusal: null,
      });
    },
  );
});

describe('a stream', () => {
  it('has the role first, an index always, usage when asked for, and an end', async () => {
    const toolCalls = [makeCall('call_a'), makeCall('call_b', 'sub', '{}')];
    const { model, fetch } = serve(makeOutput({ content: 'One moment.', toolCalls }));
    const body = { ...hello, stream: true, stream_options: { include_usage: true } };
    const response = await fetch(url, post(body));
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const { events, ended } = await readEvents(response);
    expect(ended).toBe(true);
    expect(events.map(({ choices, usage }) => choices[0]?.delta ?? usage)).toEqual([
      { role: 'assistant', content: '' },
      { content: 'One' },
      { content: ' moment.' },
      { tool_calls: [{ index: 0, ...makeCall('call_a', 'add', '') }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a":1,"b":2}' } }] },
      { tool_calls: [{ index: 1, ...makeCall('call_b', 'sub', '') }] },
      { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
      {},
      { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    ]);
    expect(events.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');
    expect(events[0]).toHaveProperty('usage', null);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    expect(model.steps).toHaveLength(1);
  });

  it('assembles to the very message of an answer that was not streamed', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryOutput, fc.boolean(), async (output, logprobs) => {
        const { model, fetch } = serve(output);
        const plain = await (await fetch(url, post({ ...hello, logprobs }))).json();
        const body = { ...hello, logprobs, stream: true, stream_options: { include_usage: true } };
        const { events } = await readEvents(await fetch(url, post(body)));
        const { message, finishReason, usage, ...rest } = assemble(events);
        const [choice] = plain.choices;
        const { refusal: _, ...said } = choice.message;
        expect(message).toEqual(said);
        expect(finishReason).toBe(choice.finish_reason);
        expect(rest.logprobs).toEqual(choice.logprobs);
        expect(usage).toEqual(plain.usage);
        const recorded = model.steps.map(({ chatCompletions }) => chatCompletions.at(-1));
        expect(recorded).toEqual([said, said]);
      }),
    );
  });

  it('that is left before its end is no step', async () => {
    const { model, fetch } = serve(makeOutput({ content: 'one two three' }));
    const response = await fetch(url, post({ ...hello, stream: true }));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.read();
    expect(model.steps).toHaveLength(1);
    await reader.cancel();
    expect(model.steps).toEqual([]);
    expect(model.lost.discarded).toBe(1);
  });

  it('that is left when its reader has the finish reason is one', async () => {
    const { model, fetch } = serve(makeOutput({ content: 'one' }));
    const response = await fetch(url, post({ ...hello, stream: true }));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (let i = 0; i < 3; i++) await reader.read();
    await reader.cancel();
    expect(model.steps).toHaveLength(1);
  });

  it('that is aborted fails with the reason, and is no step', async () => {
    const { model, fetch } = serve();
    const controller = new AbortController();
    const response = await fetch(
      url,
      post({ ...hello, stream: true }, { signal: controller.signal }),
    );
    controller.abort();
    expect(model.steps).toEqual([]);
    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
