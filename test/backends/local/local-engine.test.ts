import { describe, expect, it } from 'vitest';
import { CharacterTokenizer } from '../../../ts/backends/local/character-tokenizer.ts';
import { LocalEngine, type LocalEngineOptions } from '../../../ts/backends/local/local-engine.ts';
import type { Sample, SampleRequest } from '../../../ts/backends/local/policy-calls.ts';
import { RecordingModel } from '../../../ts/workflow/model/recording-model.ts';
import { request } from './support.ts';

const tokenizer = new CharacterTokenizer();
const tools = [{ type: 'function' as const, function: { name: 'move' } }];
const user = { role: 'user' as const, content: 'Hi' };

/** An engine whose policy writes given texts, and what it was asked. */
type Written = string | { text: string; stopReason: Sample['stopReason'] };

function writing(...texts: Written[]) {
  return writingWith({}, ...texts);
}

function writingWith(options: Partial<LocalEngineOptions>, ...texts: Written[]) {
  const asked: SampleRequest[] = [];
  const sampler = {
    async sample(requests: readonly SampleRequest[]): Promise<Sample[]> {
      asked.push(...requests);
      return requests.map(() => {
        const next = texts.shift() ?? '';
        const { text, stopReason } =
          typeof next === 'string' ? { text: `${next}␃`, stopReason: 'stop' as const } : next;
        const tokens = tokenizer.encode(text, { specials: true });
        return { tokens, logprobs: tokens.map((_, i) => -i), stopReason };
      });
    },
  };
  const engine = new LocalEngine({
    sampler,
    tokenizer,
    seed: 5,
    maxPromptLength: 60,
    maxLength: 80,
    ...options,
  });
  return { engine, asked };
}

describe('an answer', () => {
  it('has its tokens, the version of the weights, and ends without its last token as text', async () => {
    const { engine, asked } = writing('Hello');
    engine.weightVersion = 3;
    const output = await engine.getModelResponse([user], request());
    expect(output).toEqual({
      text: 'Hello',
      content: 'Hello',
      reasoning: null,
      toolCalls: [],
      promptIds: tokenizer.encode('ⓤHi␃ⓐ', { specials: true }),
      completionIds: tokenizer.encode('Hello␃', { specials: true }),
      logprobs: [-0, -1, -2, -3, -4, -5],
      tokenTexts: ['H', 'e', 'l', 'l', 'o', '␃'],
      finishReason: 'stop',
      weightVersion: 3,
    });
    expect(asked[0]).toMatchObject({
      prompt: output.promptIds,
      maxTokens: 80 - output.promptIds.length,
      temperature: 1,
      topK: 0,
      topP: 1,
      stop: [tokenizer.special('end')],
      conversation: 'task:0',
    });
  });

  it('calls tools where there are any', async () => {
    const { engine } = writing('ⓒmove {}', 'ⓒmove {}', 'ⓒmove {}');
    const called = await engine.getModelResponse([user], request({ tools }));
    expect(called).toMatchObject({ content: '', finishReason: 'tool_calls' });
    expect(called.toolCalls[0]?.function).toEqual({ name: 'move', arguments: '{}' });
    for (const init of [{}, { tools, toolChoice: 'none' }]) {
      const written = await engine.getModelResponse([user], request(init));
      expect(written).toMatchObject({ content: 'ⓒmove {}', toolCalls: [], finishReason: 'stop' });
    }
  });

  it('is asked for with the names of tools where they are to be shown', async () => {
    const { engine, asked } = writingWith({ showTools: true });
    await engine.getModelResponse([user], request({ tools }));
    await engine.getModelResponse([user], request({ tools, toolChoice: 'none' }));
    await engine.getModelResponse([user], request());
    const prompts = asked.map(({ prompt }) => tokenizer.decode(prompt));
    expect(prompts).toEqual(['ⓢⓒmove␃ⓤHi␃ⓐ', 'ⓤHi␃ⓐ', 'ⓤHi␃ⓐ']);
  });

  it('that is cut is text', async () => {
    const { engine, asked } = writing({ text: 'ⓒmove {', stopReason: 'length' });
    const output = await engine.getModelResponse(
      [user],
      request({ tools, params: { maxTokens: 7 } }),
    );
    expect(output).toMatchObject({ content: 'ⓒmove {', toolCalls: [], finishReason: 'length' });
    expect(asked[0]?.maxTokens).toBe(7);
  });

  it('ends at a stop text, whose tokens it has', async () => {
    const { engine, asked } = writing(
      { text: 'a.', stopReason: 'stop' },
      { text: 'xENDy', stopReason: 'length' },
      'no such',
    );
    const params = { stop: ['.', 'END', ''] };
    const short = await engine.getModelResponse([user], request({ params }));
    expect(short).toMatchObject({ text: 'a', finishReason: 'stop', tokenTexts: ['a', '.'] });
    expect(asked[0]?.stop).toEqual([tokenizer.special('end'), ...tokenizer.encode('.')]);
    const long = await engine.getModelResponse([user], request({ params }));
    expect(long).toMatchObject({ text: 'x', finishReason: 'stop', logprobs: [-0, -1, -2, -3] });
    expect(long.completionIds).toEqual(tokenizer.encode('xEND'));
    const none = await engine.getModelResponse([user], request({ params }));
    expect(none.text).toBe('no such');
  });

  it('is drawn by seed, version, rollout and turn, and whether it is for validation', async () => {
    const { engine, asked } = writing();
    const keys = async (init: Parameters<typeof request>[0], version = 0) => {
      engine.weightVersion = version;
      await engine.getModelResponse([user], request(init));
      return asked.pop()?.key.join();
    };
    const given = [
      await keys({}),
      await keys({}, 1),
      await keys({ turn: 1 }),
      await keys({ uid: 'task:1' }),
      await keys({ isValidation: true }),
      await keys({ params: { seed: 6 } }),
      await keys({ params: { seed: -1 } }),
    ];
    expect(new Set(given).size).toBe(given.length);
    expect(await keys({})).toBe(given[0]);
    expect(await keys({ params: { seed: 5 } })).toBe(given[0]);
  });

  it('goes on from the turn before, as the model is recorded', async () => {
    const { engine } = writing('hmⓡGo.ⓒmove {"to": "W"}', 'Done');
    const signal = new AbortController().signal;
    const model = new RecordingModel({ engine, uid: 't:0', signal });
    const first = await model.chat([user], { tools });
    const messages = [
      user,
      {
        role: 'assistant' as const,
        content: first.content,
        reasoning_content: first.reasoning ?? '',
        // A client that read the arguments and wrote them anew.
        tool_calls: first.toolCalls.map((call) => ({
          ...call,
          function: { ...call.function, arguments: '{"to":"W"}' },
        })),
      },
      { role: 'tool' as const, content: 'ok', tool_call_id: first.toolCalls[0]?.id as string },
    ];
    await model.chat(messages, { tools });
    const [a, b] = model.steps;
    const seen = [...(a?.promptIds ?? []), ...(a?.responseIds ?? [])];
    expect(b?.promptIds.slice(0, seen.length)).toEqual(seen);
    expect(tokenizer.decode(b?.promptIds.slice(seen.length) ?? [])).toBe('ⓣok␃ⓐ');
    expect(a?.metadata).toMatchObject({ finish_reason: 'tool_calls' });
  });
});

describe('a prompt', () => {
  it('that is too long ends its rollout', async () => {
    const { engine, asked } = writing();
    const ends = { name: 'TerminationEvent', reason: 'max_prompt_length_exceeded' };
    const long = { ...user, content: 'x'.repeat(58) };
    await expect(engine.getModelResponse([long], request())).rejects.toMatchObject(ends);
    await expect(engine.complete(new Array(80).fill(1), request())).rejects.toMatchObject(ends);
    expect(asked).toEqual([]);
    await engine.getModelResponse([{ ...user, content: 'x'.repeat(57) }], request());
    expect(asked[0]?.maxTokens).toBe(20);
  });

  it('with unknown characters fails alone', async () => {
    const { engine } = writing('fine');
    const [bad, good] = await Promise.allSettled([
      engine.getModelResponse([{ ...user, content: 'né' }], request()),
      engine.getModelResponse([user], request()),
    ]);
    expect(bad).toMatchObject({ reason: { code: 'invalid-argument' } });
    expect(good).toMatchObject({ value: { text: 'fine' } });
  });

  it('to be completed is a text after the token begin, or token ids as they are', async () => {
    const { engine, asked } = writing('b', 'c');
    expect((await engine.complete('a', request())).content).toBe('b');
    await engine.complete([9, 10], request());
    expect(asked.map(({ prompt }) => tokenizer.decode(prompt))).toEqual(['␂a', '\n ']);
    for (const bad of [[], [-1], [0.5], [tokenizer.size]])
      await expect(engine.complete(bad, request())).rejects.toMatchObject({
        code: 'invalid-argument',
      });
  });
});
