import fc from 'fast-check';
import type { ToolCall } from '../../../ts/types/chat.ts';
import type { ModelOutput } from '../../../ts/types/model-output.ts';

/** An answer, with three tokens of prompt and two of its own unless said otherwise. */
export function makeOutput(given: Partial<ModelOutput> = {}): ModelOutput {
  const { content = 'Hello yourself' } = given;
  return {
    text: content,
    content,
    reasoning: null,
    toolCalls: [],
    promptIds: [1, 2, 3],
    completionIds: [4, 5],
    logprobs: [-0.5, -0.25],
    finishReason: 'stop',
    weightVersion: null,
    ...given,
  };
}

export function makeCall(id: string, name = 'add', args = '{"a":1,"b":2}'): ToolCall {
  return { id, type: 'function', function: { name, arguments: args } };
}

const text: fc.Arbitrary<string> = fc.string({ unit: 'grapheme', maxLength: 40 });

/** Answers of all kinds: text with any spaces and signs, reasoning or none, calls with JSON and with nonsense. */
export const arbitraryOutput: fc.Arbitrary<ModelOutput> = fc
  .record({
    content: fc.oneof(text, fc.constant(''), fc.string({ unit: fc.constantFrom(' ', '\n', 'a') })),
    reasoning: fc.option(text),
    calls: fc.array(
      fc.record({
        name: fc.stringMatching(/^[a-z_]{1,8}$/),
        args: fc.oneof(fc.json({ maxDepth: 2 }), text),
      }),
      { maxLength: 3 },
    ),
    tokens: fc.array(
      fc.record({ id: fc.nat(1000), logprob: fc.double({ min: -5, max: -0.001, noNaN: true }) }),
    ),
    finishReason: fc.constantFrom('stop' as const, 'length' as const, 'tool_calls' as const),
  })
  .map(({ content, reasoning, calls, tokens, finishReason }) =>
    makeOutput({
      content,
      reasoning,
      toolCalls: calls.map(({ name, args }, i) => makeCall(`call_${i}`, name, args)),
      completionIds: tokens.map(({ id }) => id),
      logprobs: tokens.map(({ logprob }) => logprob),
      finishReason,
    }),
  );
