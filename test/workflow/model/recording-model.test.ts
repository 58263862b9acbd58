import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../ts/types/chat.ts';
import type { ModelOutput } from '../../../ts/types/model-output.ts';
import type { ChatOptions } from '../../../ts/workflow/model/model-client.ts';
import { RecordingModel } from '../../../ts/workflow/model/recording-model.ts';
import { type Deferred, defer, FakeEngine, recordingModel } from './fake-engine.ts';
import { makeCall, makeOutput } from './outputs.ts';

const hello: ChatMessage[] = [{ role: 'user', content: 'Hello' }];

describe('a step', () => {
  it('has all that the engine gave, and the conversation with the answer', async () => {
    const answer = makeOutput({
      text: '<think>Hm.</think>Hello yourself',
      reasoning: 'Hm.',
      weightVersion: 4,
    });
    const model = recordingModel(new FakeEngine(answer), { params: { temperature: 0.7 } });
    const tools = [{ type: 'function' as const, function: { name: 'add' } }];
    await model.chat(hello, { maxTokens: 9, tools, toolChoice: 'auto' });
    expect(model.steps).toEqual([
      {
        promptIds: [1, 2, 3],
        responseIds: [4, 5],
        logprobs: [-0.5, -0.25],
        chatCompletions: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Hello yourself', reasoning_content: 'Hm.' },
        ],
        observation: null,
        thought: 'Hm.',
        action: null,
        modelResponse: '<think>Hm.</think>Hello yourself',
        metadata: {
          finish_reason: 'stop',
          temperature: 0.7,
          max_tokens: 9,
          tools,
          tool_choice: 'auto',
        },
        reward: 0,
        done: false,
        mcReturn: 0,
        advantage: null,
        weightVersion: 4,
      },
    ]);
  });

  it('has the calls of an answer as its action, and no text where there is none', async () => {
    const calls = [makeCall('call_a'), makeCall('call_b', 'sub')];
    const engine = new FakeEngine(makeOutput({ content: '', text: '<calls>', toolCalls: calls }));
    const model = recordingModel(engine);
    const { toolCalls } = await model.chat(hello);
    expect(toolCalls).toEqual(calls);
    expect(model.steps[0]?.action).toEqual(calls);
    expect(model.steps[0]?.chatCompletions[1]).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: calls,
    });
  });

  it('keeps messages as they were when the request was made', async () => {
    const wait = defer<ModelOutput>();
    const engine = new FakeEngine(() => wait.promise);
    const model = recordingModel(engine);
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const pending = model.chat(messages);
    messages[0] = { role: 'user', content: 'Changed while the model was thinking' };
    wait.resolve(makeOutput());
    await pending;
    messages.push({ role: 'user', content: 'More' });
    expect(engine.exchanges[0]?.messages).toEqual(hello);
    expect(model.steps[0]?.chatCompletions).toEqual([
      ...hello,
      { role: 'assistant', content: 'Hello yourself' },
    ]);
  });

  it('is not changed by what becomes of the answer', async () => {
    const model = recordingModel(new FakeEngine(makeOutput({ toolCalls: [makeCall('call_a')] })));
    const answer = await model.chat(hello);
    (answer.toolCalls[0] as { id: string }).id = 'other';
    (answer.completionIds as number[]).push(6);
    expect(model.steps[0]?.responseIds).toEqual([4, 5]);
    expect(model.steps[0]?.action).toEqual([makeCall('call_a')]);
  });

  it('is not changed by what the engine does with its request', async () => {
    const engine = new FakeEngine(({ messages, request }) => {
      (messages[0] as { content: string }).content = 'Hello, and think.';
      (messages as ChatMessage[]).pop();
      Object.assign(request.params, { temperature: 2 });
      Object.assign(request.tools?.[0]?.function ?? {}, { name: 'other' });
      return makeOutput();
    });
    const model = recordingModel(engine);
    const tools = [{ type: 'function' as const, function: { name: 'add' } }];
    await model.chat(hello, { temperature: 1, tools, toolChoice: 'auto' });
    expect(model.steps[0]?.chatCompletions.slice(0, -1)).toEqual(hello);
    expect(model.steps[0]?.metadata).toEqual({
      finish_reason: 'stop',
      temperature: 1,
      tools,
      tool_choice: 'auto',
    });
  });

  it('has the version of the weights at the begin of the request, unless the answer says', async () => {
    const wait = defer<ModelOutput>();
    const engine = new FakeEngine(
      () => wait.promise,
      makeOutput({ weightVersion: 3 }),
      makeOutput(),
    );
    engine.weightVersion = 5;
    const model = recordingModel(engine);
    const pending = model.chat(hello);
    engine.weightVersion = 6;
    wait.resolve(makeOutput());
    expect((await pending).weightVersion).toBe(5);
    await model.chat(hello);
    await model.chat(hello);
    expect(model.steps.map(({ weightVersion }) => weightVersion)).toEqual([5, 3, 6]);
  });

  it('has no version where nobody keeps one', async () => {
    const model = recordingModel(new FakeEngine());
    await model.chat(hello);
    expect(model.steps[0]?.weightVersion).toBeNull();
  });
});

describe('steps', () => {
  it('stand in the order of requests, whichever answer comes first', async () => {
    const waits = [defer<ModelOutput>(), defer<ModelOutput>(), defer<ModelOutput>()];
    const engine = new FakeEngine(
      ...waits.map(
        ({ promise }: Deferred<ModelOutput>) =>
          () =>
            promise,
      ),
    );
    const model = recordingModel(engine);
    const pending = waits.map((_, i) => model.chat([{ role: 'user', content: `${i}` }]));
    waits[2]?.resolve(makeOutput({ content: 'two' }));
    await pending[2];
    expect(model.steps.map((step) => step.modelResponse)).toEqual(['two']);
    waits[0]?.resolve(makeOutput({ content: 'zero' }));
    waits[1]?.resolve(makeOutput({ content: 'one' }));
    await Promise.all(pending);
    expect(model.steps.map((step) => step.modelResponse)).toEqual(['zero', 'one', 'two']);
    expect(engine.exchanges.map(({ request }) => request.turn)).toEqual([0, 1, 2]);
  });

  it('stay the same objects, so that an agent may give them rewards', async () => {
    const model = recordingModel(new FakeEngine());
    await model.chat(hello);
    const [step] = model.steps;
    if (step) step.reward = 0.5;
    await model.chat(hello);
    expect(model.steps.map(({ reward }) => reward)).toEqual([0.5, 0]);
  });

  it('are numbered together where agents share a rollout', async () => {
    let turn = 0;
    const nextTurn = (): number => turn++;
    const engine = new FakeEngine();
    const [solver, judge] = [
      recordingModel(engine, { nextTurn }),
      recordingModel(engine, { nextTurn }),
    ];
    await solver.chat(hello);
    await judge.chat(hello);
    await solver.chat(hello);
    expect(engine.exchanges.map(({ request }) => request.turn)).toEqual([0, 1, 2]);
    expect([solver.steps.length, judge.steps.length]).toEqual([2, 1]);
  });

  it('lose one that is discarded, once', async () => {
    const model = recordingModel(new FakeEngine());
    const answers = [await model.chat(hello), await model.chat(hello)];
    expect(answers[0]).not.toBe(answers[1]);
    expect(model.discard(answers[0] as ModelOutput)).toBe(true);
    expect(model.discard(answers[0] as ModelOutput)).toBe(false);
    expect(model.discard(makeOutput())).toBe(false);
    expect(model.steps).toHaveLength(1);
    expect(model.lost).toEqual({ failed: 0, aborted: 0, discarded: 1 });
  });
});

describe('parameters', () => {
  it('are those of the config, with those of the request over them', async () => {
    const engine = new FakeEngine();
    const params = { temperature: 1, topP: 0.9, min_p: 0.1 };
    const model = recordingModel(engine, { params, isValidation: true });
    const given = { temperature: 0, topP: undefined, repetition_penalty: 1.1 };
    await model.chat(hello, given as unknown as ChatOptions);
    expect(engine.exchanges[0]?.request).toMatchObject({
      params: { temperature: 0, topP: 0.9, min_p: 0.1, repetition_penalty: 1.1 },
      isValidation: true,
      uid: 'task-7:0',
      turn: 0,
    });
    expect(engine.exchanges[0]?.request).not.toHaveProperty('tools');
    expect(model.steps[0]?.metadata).toEqual({
      finish_reason: 'stop',
      temperature: 0,
      top_p: 0.9,
      min_p: 0.1,
      repetition_penalty: 1.1,
    });
  });

  it.each([
    [{ temperature: -1 }, 'temperature must be a number ≥ 0, got -1'],
    [{ topP: 2 }, 'topP must be a number from 0 to 1, got 2'],
    [{ maxTokens: 1.5 }, 'maxTokens must be a whole number ≥ 1, got 1.5'],
    [{ stop: 'END' }, 'stop must be an array of texts, got "END"'],
    [{ max_tokens: 5 }, 'max_tokens must be left out: here it is called maxTokens, got 5'],
    [{ tools: 'add' }, 'tools must be an array, got "add"'],
    [{ signal: null }, 'signal must be an AbortSignal, got null'],
  ])('%j is refused before anything is asked', async (options, message) => {
    const engine = new FakeEngine();
    const model = recordingModel(engine);
    await expect(model.chat(hello, options as never)).rejects.toThrow(message);
    expect(engine.exchanges).toEqual([]);
    expect(model.lost).toEqual({ failed: 0, aborted: 0, discarded: 0 });
  });

  it('are refused for a model that there is none of', () => {
    const options = { engine: new FakeEngine(), uid: 'a:0', validation: true };
    const signal = new AbortController().signal;
    expect(() => new RecordingModel({ ...options, signal })).toThrow('unknown option "validation"');
  });
});

describe('messages', () => {
  it.each([
    [[], 'messages must be an array of messages, one at least, got an array of 0'],
    ['Hello', 'messages must be an array of messages, one at least, got "Hello"'],
    [['Hello'], 'messages[0] must be a message { role, content }, got "Hello"'],
    [
      [{ role: 'human', content: '' }],
      'messages[0].role must be one of system, developer, user, assistant, tool, got "human"',
    ],
    [[...hello, { role: 'user' }], 'messages[1].content must be text or an array of parts'],
    [
      [{ role: 'user', content: ['Hello'] }],
      'messages[0].content[0] must be a part { type, … }, got "Hello"',
    ],
    [[{ role: 'tool', content: '3' }], 'messages[0].tool_call_id must be the id of the call'],
    [
      [{ role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: {} } }] }],
      'messages[0].tool_calls[0] must be a tool call',
    ],
    [[{ role: 'user', content: 'a', name: () => {} }], 'messages must be plain data'],
  ])('%j are refused', async (messages, message) => {
    const engine = new FakeEngine();
    const model = recordingModel(engine);
    await expect(model.chat(messages as never)).rejects.toThrow(message);
    expect(engine.exchanges).toEqual([]);
  });

  it('of a call and its result pass', async () => {
    const model = recordingModel(new FakeEngine());
    const calls: ChatMessage[] = [
      { role: 'assistant', tool_calls: [makeCall('call_a')] },
      { role: 'tool', tool_call_id: 'call_a', content: [{ type: 'text', text: '3' }] },
    ];
    await model.chat([...hello, ...calls]);
    expect(model.steps[0]?.chatCompletions.slice(1, 3)).toEqual(calls);
  });
});

describe('ids of calls', () => {
  it('that were there before, twice, or are missing are replaced', async () => {
    const calls = [makeCall('call_0'), makeCall('call_0'), makeCall('')];
    const model = recordingModel(new FakeEngine(makeOutput({ toolCalls: calls })));
    const before: ChatMessage[] = [
      ...hello,
      { role: 'assistant', tool_calls: [makeCall('call_0'), makeCall('call_0_1')] },
      { role: 'tool', tool_call_id: 'call_0', content: '3' },
    ];
    const { toolCalls } = await model.chat(before);
    expect(toolCalls.map(({ id }) => id)).toEqual(['call_0_0', 'call_0_1_1', 'call_0_2']);
    expect(model.steps[0]?.chatCompletions.at(-1)).toMatchObject({ tool_calls: toolCalls });
  });
});

describe('complete', () => {
  it('records the prompt as the message of a user', async () => {
    const prompts: unknown[] = [];
    const engine = {
      getModelResponse: () => Promise.reject(new Error('not this one')),
      complete: async (prompt: unknown) => {
        prompts.push(prompt);
        return makeOutput({ content: ' upon a time' });
      },
    };
    const model = recordingModel(engine);
    await model.complete('Once', { temperature: 0 });
    await model.complete([7, 8]);
    expect(prompts).toEqual(['Once', [7, 8]]);
    expect(model.steps.map(({ chatCompletions }) => chatCompletions)).toEqual([
      [
        { role: 'user', content: 'Once' },
        { role: 'assistant', content: ' upon a time' },
      ],
      [
        { role: 'user', content: null },
        { role: 'assistant', content: ' upon a time' },
      ],
    ]);
    expect(model.steps[0]?.metadata).toEqual({ finish_reason: 'stop', temperature: 0 });
    for (const prompt of [7, [7, 1.5], ['a']])
      await expect(model.complete(prompt as never)).rejects.toThrow(
        'text or an array of token ids',
      );
    await expect(model.complete('Once', { signal: AbortSignal.abort() })).rejects.toThrow('abort');
  });

  it('says so where the engine has no such call', async () => {
    await expect(recordingModel(new FakeEngine()).complete('Once')).rejects.toMatchObject({
      code: 'not-implemented',
      message: expect.stringContaining('use chat()'),
    });
  });
});

it('tells a clock when requests begin and end', async () => {
  const heard: string[] = [];
  const onCall = () => {
    heard.push('begin');
    return () => void heard.push('end');
  };
  const failing = () => Promise.reject(new Error('no'));
  const model = recordingModel(new FakeEngine(makeOutput(), failing), { onCall });
  await model.chat(hello);
  await model.chat(hello).catch(() => heard.push('failed'));
  expect(heard).toEqual(['begin', 'end', 'begin', 'end', 'failed']);
});
