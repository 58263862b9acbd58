import { describe, expect, it, vi } from 'vitest';
import { makeCall } from './outputs.ts';
import { hello, post, serve, url } from './serve.ts';

const tools = [{ type: 'function', function: { name: 'add', parameters: { type: 'object' } } }];

describe('parameters', () => {
  it('go to the engine under our names, all others under theirs', async () => {
    const { engine, fetch } = serve();
    await fetch(
      url,
      post({
        ...hello,
        temperature: 0.5,
        top_p: 0.9,
        top_k: 40,
        max_tokens: 1,
        max_completion_tokens: 7,
        stop: 'END',
        seed: 3,
        presence_penalty: 0.1,
        response_format: { type: 'json_object' },
        parallel_tool_calls: false,
        tools,
        tool_choice: { type: 'function', function: { name: 'add' } },
        n: 1,
        logit_bias: null,
        user: 'somebody',
        metadata: { run: '1' },
        signal: 'no signal',
      }),
    );
    const { request } = engine.exchanges[0] ?? {};
    expect(request?.params).toEqual({
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      maxTokens: 7,
      stop: ['END'],
      seed: 3,
      presence_penalty: 0.1,
      response_format: { type: 'json_object' },
      parallel_tool_calls: false,
    });
    expect(request?.tools).toEqual(tools);
    expect(request?.toolChoice).toEqual({ type: 'function', function: { name: 'add' } });
  });

  it.each([
    [{ n: 2 }, 'n', 'n must be 1: every answer is a step, so ask several times, got 2'],
    [{ top_logprobs: 5, logprobs: true }, 'top_logprobs', 'top_logprobs must be 0'],
    [{ functions: [] }, 'functions', 'functions must be given as tools'],
    [{ modalities: ['text', 'audio'] }, 'modalities', 'modalities must be ["text"]'],
    [{ temperature: -1 }, 'temperature', 'temperature must be a number ≥ 0, got -1'],
    [{ max_tokens: 0 }, 'max_tokens', 'max_tokens must be a whole number ≥ 1, got 0'],
    [{ stop: 7 }, 'stop', 'stop must be an array of texts, got 7'],
    [{ stream: 'yes' }, 'stream', 'stream must be true or false, got "yes"'],
    [{ stream_options: 7 }, 'stream_options', 'stream_options must be an object'],
    [{ logprobs: 3 }, 'logprobs', 'logprobs must be true or false, got 3'],
    [{ model: 7 }, 'model', 'model must be text, got 7'],
    [{ messages: undefined }, 'messages', 'messages must be an array of messages'],
    [{ messages: [{ role: 'bot' }] }, 'messages[0].role', 'messages[0].role must be one of'],
    [{ tools: {} }, 'tools', 'tools must be an array'],
    [{ tools: [{ type: 'custom' }] }, 'tools[0].type', 'must be "function"'],
    [{ tools: [{ type: 'function' }] }, 'tools[0].function', 'must be a function { name, … }'],
    [{ tool_choice: 'any' }, 'tool_choice', 'tool_choice must be "auto", "none"'],
  ])('%j are refused', async (body, param, message) => {
    const { engine, model, fetch } = serve();
    const response = await fetch(url, post({ ...hello, ...body }));
    expect(response.status).toBe(400);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(await response.json()).toEqual({
      error: {
        message: expect.stringContaining(message),
        type: 'invalid_request_error',
        param,
        code: 'invalid_value',
      },
    });
    expect(engine.exchanges).toEqual([]);
    expect(model.steps).toEqual([]);
  });

  it.each(['{"model":', '"text"', '[]', ''])('a body %j is refused', async (body) => {
    const response = await serve().fetch(url, { method: 'POST', body });
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error).toMatchObject({ param: null, code: 'invalid_json' });
    expect(error.message).toMatch(/^the body (is not JSON|must be a JSON object)/);
  });
});

it('messages that come back are those that were sent, without what clients add', async () => {
  const { engine, fetch } = serve();
  const call = {
    ...makeCall('call_a'),
    function: { name: 'add', arguments: '{}', parsed_arguments: {} },
  };
  const messages = [
    { role: 'user', content: 'Hello', name: 'ada' },
    {
      role: 'assistant',
      content: null,
      refusal: null,
      parsed: null,
      reasoning: 'Hm.',
      tool_calls: [call],
    },
    { role: 'tool', tool_call_id: 'call_a', content: '3' },
    { role: 'assistant', content: 'Three', tool_calls: [], parsed: { n: 3 } },
  ];
  await fetch(url, post({ ...hello, messages }));
  expect(engine.exchanges[0]?.messages).toEqual([
    messages[0],
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'Hm.',
      tool_calls: [makeCall('call_a', 'add', '{}')],
    },
    messages[2],
    { role: 'assistant', content: 'Three' },
  ]);
});

it.each([
  ['parts', [{ type: 'text', text: 'Three', annotations: [] }], undefined, 'Three'],
  [
    'several parts',
    [
      { type: 'text', text: 'Th' },
      { type: 'text', text: 'ree' },
    ],
    [],
    'Three',
  ],
  ['no text beside calls', '', [makeCall('call_a')], null],
  ['no part beside calls', [], [makeCall('call_a')], null],
  ['no text', '', undefined, ''],
])('an answer that comes back as %s is the one that was given', async (_, content, calls, own) => {
  const { engine, fetch } = serve();
  const answer = { role: 'assistant', content, tool_calls: calls };
  await fetch(url, post({ ...hello, messages: [...hello.messages, answer] }));
  expect(engine.exchanges[0]?.messages[1]?.content).toBe(own);
});

describe('what a fetch takes', () => {
  const body = JSON.stringify(hello);
  const bytes = new TextEncoder().encode(body);
  it.each<[string, Parameters<typeof globalThis.fetch>]>([
    ['text and a URL', [new URL(url), { method: 'POST', body }]],
    ['bytes', [url, { method: 'post', body: bytes }]],
    ['a buffer', [url, { method: 'POST', body: bytes.buffer as ArrayBuffer }]],
    ['a blob', [url, { method: 'POST', body: new Blob([bytes]) }]],
    ['a stream', [url, { method: 'POST', body: new Blob([bytes]).stream() }]],
    ['a Request', [new Request(url, { method: 'POST', body })]],
    ['a Request and more', [new Request(url, { method: 'POST' }), { body }]],
    ['any base URL', [`http://localhost:1/a/b/chat/completions/?x=1`, { method: 'POST', body }]],
  ])('%s', async (_, args) => {
    const { model, fetch } = serve();
    expect((await fetch(...args)).status).toBe(200);
    expect(model.steps).toHaveLength(1);
  });

  it('and nothing leaves the process', async () => {
    const outside = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('a socket'));
    try {
      const { fetch } = serve();
      await fetch(url, post(hello));
      await (await fetch(url, post({ ...hello, stream: true }))).text();
      await fetch('https://any.host/v1/responses', post({}));
      expect(outside).not.toHaveBeenCalled();
    } finally {
      outside.mockRestore();
    }
  });
});
