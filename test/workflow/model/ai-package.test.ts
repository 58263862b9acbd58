import {
  generateObject,
  generateText,
  jsonSchema,
  stepCountIs,
  streamText,
  type ToolSet,
  tool,
} from 'ai';
import { describe, expect, it } from 'vitest';
import type { Respond } from '../../../ts/backends/scripted/scripted-answer.ts';
import {
  expectExtending,
  expectSteps,
  type ScriptedRollout,
  scriptedRollout,
} from '../../support/scripted-rollout.ts';

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
    const sum = '{"b": 4,\n "a": 3}';
    return { content: 'Now the sum. ', toolCalls: [{ name: 'add', arguments: sum }] };
  }
  return 'Seven crowns — 7 κορώνες.\n';
};

const tools: ToolSet = {
  price: tool({
    description: 'Price of an item.',
    inputSchema: jsonSchema<{ item: string }>({
      type: 'object',
      properties: { item: { type: 'string' } },
    }),
    execute: ({ item }) => (item === 'tea' ? 3 : 4),
  }),
  add: tool({
    inputSchema: jsonSchema<{ a: number; b: number }>({ type: 'object' }),
    execute: ({ a, b }) => ({ sum: a + b }),
  }),
};

const prompt = 'Tea and crème, please.';

function expectRun({ model, sent }: ScriptedRollout): void {
  expectSteps(model.steps, sent);
  expectExtending(model.steps);
}

describe('the ai package', () => {
  it('runs an agent that calls tools', async () => {
    const rollout = scriptedRollout(shop);
    const { text, steps, totalUsage } = await generateText({
      model: rollout.languageModel,
      system: 'You keep a shop.',
      prompt,
      tools,
      stopWhen: stepCountIs(5),
    });
    expect(text).toBe('Seven crowns — 7 κορώνες.\n');
    expect(steps.map(({ finishReason }) => finishReason)).toEqual([
      'tool-calls',
      'tool-calls',
      'stop',
    ]);
    expect(steps[0]?.reasoningText).toBe('I need both  numbers.');
    expectRun(rollout);
    expect(rollout.sent).toHaveLength(3);
    const tokens = rollout.model.steps.map(({ promptIds, responseIds }) => [
      promptIds,
      responseIds,
    ]);
    expect(totalUsage.inputTokens).toBe(tokens.flatMap(([ids]) => ids).length);
    expect(totalUsage.outputTokens).toBe(tokens.flatMap(([, ids]) => ids).length);
    expect(rollout.sent[0]?.request.tools?.map(({ function: { name } }) => name)).toEqual([
      'price',
      'add',
    ]);
  });

  it('runs the same agent over streams', async () => {
    const rollout = scriptedRollout(shop);
    const result = streamText({
      model: rollout.languageModel,
      prompt,
      tools,
      stopWhen: stepCountIs(5),
    });
    const pieces: string[] = [];
    for await (const piece of result.textStream) pieces.push(piece);
    expect(pieces.join('')).toBe('Now the sum. Seven crowns — 7 κορώνες.\n');
    expect(pieces.length).toBeGreaterThan(4);
    expectRun(rollout);
    expect(rollout.sent).toHaveLength(3);
  });

  it('goes on from messages that it kept itself', async () => {
    const rollout = scriptedRollout(shop);
    const messages: NonNullable<Parameters<typeof generateText>[0]['messages']> = [
      { role: 'user', content: prompt },
    ];
    for (let turn = 0; turn < 3; turn++) {
      const { response } = await generateText({ model: rollout.languageModel, messages, tools });
      messages.push(...response.messages);
    }
    expectRun(rollout);
    expect(rollout.sent).toHaveLength(3);
  });

  it('keeps calls that are none as the model wrote them', async () => {
    const rollout = scriptedRollout((messages) => {
      if (messages.some(({ role }) => role === 'tool')) return 'Never mind.';
      const calls = ['{"a": 3, "b"', '', '[1]'].map((text) => ({ name: 'add', arguments: text }));
      return { toolCalls: [...calls, { name: 'multiply', arguments: '{ }' }] };
    });
    const { text, steps } = await generateText({
      model: rollout.languageModel,
      prompt,
      tools,
      stopWhen: stepCountIs(5),
    });
    expect(text).toBe('Never mind.');
    expect(steps[0]?.content.filter(({ type }) => type === 'tool-error')).toHaveLength(2);
    expectRun(rollout);
    expect(rollout.sent).toHaveLength(2);
  });

  it('makes objects', async () => {
    const rollout = scriptedRollout(() => '{"sum": 7}');
    const schema = jsonSchema<{ sum: number }>({
      type: 'object',
      properties: { sum: { type: 'number' } },
    });
    const { object } = await generateObject({ model: rollout.languageModel, prompt, schema });
    expect(object).toEqual({ sum: 7 });
    expectRun(rollout);
    expect(rollout.sent[0]?.request.params.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { properties: { sum: { type: 'number' } } } },
    });
  });

  it('asks once when the model fails, and throws what it threw', async () => {
    let asked = 0;
    const { languageModel, model } = scriptedRollout(() => {
      asked++;
      throw new Error('out of memory');
    });
    await expect(generateText({ model: languageModel, prompt })).rejects.toThrow('out of memory');
    expect(asked).toBe(1);
    expect(model.steps).toEqual([]);
  });

  it('is aborted as it would be elsewhere', async () => {
    const controller = new AbortController();
    const { languageModel, model } = scriptedRollout(
      () => new Promise<string>(() => controller.abort()),
    );
    const abortSignal = controller.signal;
    const pending = generateText({ model: languageModel, prompt, abortSignal });
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    expect(model.steps).toEqual([]);
    expect(model.lost.aborted).toBe(1);
  });

  it('leaves images of the web where they are', async () => {
    const rollout = scriptedRollout(() => 'A cup.');
    const image = new URL('https://any.host/cup.png');
    await generateText({
      model: rollout.languageModel,
      messages: [{ role: 'user', content: [{ type: 'image', image }] }],
    });
    expect(rollout.sent[0]?.messages[0]?.content).toEqual([
      { type: 'image_url', image_url: { url: 'https://any.host/cup.png' } },
    ]);
    expectRun(rollout);
  });
});
