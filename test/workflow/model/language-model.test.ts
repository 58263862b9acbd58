import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelOutput } from '../../../ts/types/model-output.ts';
import { createLanguageModel } from '../../../ts/workflow/model/language-model.ts';
import type {
  LanguageModelCallOptions,
  LanguageModelContent,
  LanguageModelStreamPart,
} from '../../../ts/workflow/model/language-model-types.ts';
import { defer, FakeEngine, type Reply, recordingModel } from './fake-engine.ts';
import { arbitraryOutput, makeCall, makeOutput } from './outputs.ts';

const prompt: LanguageModelCallOptions['prompt'] = [
  { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
];

function serve(...replies: readonly Reply[]) {
  const engine = new FakeEngine(...replies);
  const model = recordingModel(engine);
  return { engine, model, languageModel: createLanguageModel(model) };
}

async function partsOf(stream: ReadableStream<LanguageModelStreamPart>) {
  const parts: LanguageModelStreamPart[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read())
    parts.push(next.value);
  return parts;
}

describe('an answer', () => {
  it('has reasoning, text and calls, usage, and why it ended', async () => {
    const toolCalls = [makeCall('call_a')];
    const { languageModel, model } = serve(makeOutput({ reasoning: 'Hm.', toolCalls }));
    expect(await languageModel.doGenerate({ prompt })).toEqual({
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Hello yourself' },
        { type: 'tool-call', toolCallId: 'call_a', toolName: 'add', input: '{"a":1,"b":2}' },
      ],
      finishReason: { unified: 'tool-calls', raw: 'stop' },
      usage: {
        inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 2, text: undefined, reasoning: undefined },
      },
      warnings: [],
      response: { id: expect.any(String), timestamp: expect.any(Date), modelId: 'policy' },
    });
    expect(model.steps).toHaveLength(1);
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'tool-calls'],
    ['content_filter', 'content-filter'],
  ] as const)('that ended by %s says %s', async (finishReason, unified) => {
    const { languageModel } = serve(makeOutput({ finishReason }));
    const result = await languageModel.doGenerate({ prompt });
    expect(result.finishReason).toEqual({ unified, raw: finishReason });
  });

  it('has no usage where the engine does not know the tokens', async () => {
    const { languageModel } = serve(makeOutput({ promptIds: [], completionIds: [], logprobs: [] }));
    const { usage } = await languageModel.doGenerate({ prompt });
    expect([usage.inputTokens.total, usage.outputTokens.total]).toEqual([undefined, undefined]);
  });

  it('throws what the engine throws', async () => {
    const boom = new Error('out of memory');
    const { languageModel, model } = serve(() => Promise.reject(boom));
    await expect(languageModel.doGenerate({ prompt })).rejects.toBe(boom);
    await expect(languageModel.doStream({ prompt })).rejects.toBe(boom);
    expect(model.steps).toEqual([]);
  });
});

describe('a stream', () => {
  it('assembles to the very parts of an answer that was not streamed', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryOutput, async (output) => {
        const { languageModel, model } = serve(output);
        const { content, finishReason, usage } = await languageModel.doGenerate({ prompt });
        const { stream } = await languageModel.doStream({ prompt });
        const parts = await partsOf(stream);
        expect(parts[0]).toEqual({ type: 'stream-start', warnings: [] });
        expect(parts[1]).toMatchObject({ type: 'response-metadata', modelId: 'policy' });
        expect(assemble(parts)).toEqual(content);
        expect(parts.at(-1)).toEqual({ type: 'finish', finishReason, usage });
        expect(model.steps[0]?.chatCompletions).toEqual(model.steps[1]?.chatCompletions);
      }),
    );
  });

  it('that is left before its end is no step', async () => {
    const { languageModel, model } = serve(makeOutput({ content: 'one two three' }));
    const { stream } = await languageModel.doStream({ prompt });
    const reader = stream.getReader();
    await reader.read();
    expect(model.steps).toHaveLength(1);
    await reader.cancel();
    expect(model.steps).toEqual([]);
    expect(model.lost.discarded).toBe(1);
  });

  it('that is aborted fails with the reason, and is no step', async () => {
    const controller = new AbortController();
    const { languageModel, model } = serve();
    const { stream } = await languageModel.doStream({ prompt, abortSignal: controller.signal });
    controller.abort();
    await expect(partsOf(stream)).rejects.toMatchObject({ name: 'AbortError' });
    expect(model.steps).toEqual([]);
  });
});

/** Parts put together, as the SDK does it. Calls come twice: in pieces, and whole. */
function assemble(parts: readonly LanguageModelStreamPart[]): LanguageModelContent[] {
  const content: LanguageModelContent[] = [];
  const open = new Map<string, { text: string }>();
  for (const part of parts) {
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const type = part.type === 'text-start' ? 'text' : 'reasoning';
      const begun = { type, text: '' } as const;
      content.push(begun);
      open.set(part.id, begun);
    } else if (part.type === 'tool-input-start') {
      open.set(part.id, { text: '' });
    } else if (part.type === 'tool-call') {
      content.push(part);
      expect(open.get(part.toolCallId)?.text).toBe(part.input);
    } else if ('delta' in part) {
      (open.get(part.id) as { text: string }).text += part.delta;
    }
  }
  return content;
}

describe('settings', () => {
  it('go to the engine under our names, or those of the API', async () => {
    const { engine, languageModel } = serve();
    const { warnings } = await languageModel.doGenerate({
      prompt,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      maxOutputTokens: 7,
      stopSequences: ['END'],
      seed: 3,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      responseFormat: { type: 'json', schema: { type: 'object' }, name: 'order' },
      providerOptions: { upperhand: { min_p: 0.05 }, openai: { user: 'somebody' } },
      tools: [
        { type: 'function', name: 'add', description: 'Adds.', inputSchema: { type: 'object' } },
      ],
      toolChoice: { type: 'tool', toolName: 'add' },
    });
    expect(warnings).toEqual([]);
    const { request } = engine.exchanges[0] ?? {};
    expect(request?.params).toEqual({
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      maxTokens: 7,
      stop: ['END'],
      seed: 3,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'order', schema: { type: 'object' } },
      },
      min_p: 0.05,
    });
    expect(request?.tools).toEqual([
      {
        type: 'function',
        function: { name: 'add', description: 'Adds.', parameters: { type: 'object' } },
      },
    ]);
    expect(request?.toolChoice).toEqual({ type: 'function', function: { name: 'add' } });
  });

  it('that were left out are those of the config', async () => {
    const engine = new FakeEngine();
    const model = recordingModel(engine, { params: { temperature: 0.3, stop: ['END'] } });
    const left = { temperature: undefined, stopSequences: [] } as never;
    await createLanguageModel(model).doGenerate({ prompt, ...(left as object) });
    expect(engine.exchanges[0]?.request.params).toEqual({ temperature: 0.3, stop: ['END'] });
  });

  it('plain JSON is asked for where there is no schema', async () => {
    const { engine, languageModel } = serve();
    await languageModel.doGenerate({ prompt, responseFormat: { type: 'json' } });
    await languageModel.doGenerate({ prompt, responseFormat: { type: 'text' } });
    expect(engine.exchanges.map(({ request }) => request.params)).toEqual([
      { response_format: { type: 'json_object' } },
      {},
    ]);
  });

  it('tools of providers are warned of, and not sent', async () => {
    const { engine, languageModel } = serve();
    const tools = [{ type: 'provider', id: 'openai.web_search', name: 'search' }] as const;
    const { warnings } = await languageModel.doGenerate({
      prompt,
      tools,
      toolChoice: { type: 'auto' },
    });
    expect(warnings).toEqual([
      {
        type: 'unsupported',
        feature: 'provider-defined tool openai.web_search',
        details: 'It runs at a provider; the model under training has none.',
      },
    ]);
    expect(engine.exchanges[0]?.request).not.toHaveProperty('tools');
    expect(engine.exchanges[0]?.request).not.toHaveProperty('toolChoice');
    const { stream } = await languageModel.doStream({ prompt, tools });
    expect((await partsOf(stream))[0]).toEqual({ type: 'stream-start', warnings });
  });
});

describe('a request that is aborted', () => {
  it('while the model thinks rejects, and is no step', async () => {
    const wait = defer<ModelOutput>();
    const { languageModel, model } = serve(() => wait.promise);
    const controller = new AbortController();
    const pending = languageModel.doGenerate({ prompt, abortSignal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    wait.resolve(makeOutput());
    await new Promise((resolve) => setImmediate(resolve));
    expect(model.steps).toEqual([]);
  });

  it('around the very moment of the answer is a step only where there is an answer', async () => {
    const outcomes = new Set<string>();
    for (let ticks = 0; ticks < 30; ticks++) {
      const controller = new AbortController();
      const { languageModel, model } = serve(() => {
        let left = ticks;
        const tick = (): void => (left-- > 0 ? queueMicrotask(tick) : controller.abort());
        queueMicrotask(tick);
        return makeOutput();
      });
      const outcome = await languageModel
        .doGenerate({ prompt, abortSignal: controller.signal })
        .then(
          () => 'answered',
          (error) => error.name,
        );
      expect([ticks, model.steps.length]).toEqual([ticks, outcome === 'answered' ? 1 : 0]);
      outcomes.add(outcome);
    }
    expect([...outcomes].sort()).toEqual(['AbortError', 'answered']);
  });
});
