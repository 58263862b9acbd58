import type { ChatMessage, ToolCall } from '../../types/chat.ts';

/**
 * The calls that a model made, by id. Clients that read the arguments of a call write them anew into the next
 * request, with other spaces or in another order; the model would then see a text that it did not write, and a step
 * would not extend the one before.
 */
export type CallsMade = ReadonlyMap<string, ToolCall>;

/** The messages, in which calls that the model made, and that mean the same still, have their arguments as it wrote them. */
export function withCallsAsMade(messages: readonly ChatMessage[], made: CallsMade): ChatMessage[] {
  return messages.map((message) =>
    message.tool_calls
      ? { ...message, tool_calls: message.tool_calls.map((call) => asMade(call, made)) }
      : message,
  );
}

function asMade(call: ToolCall, made: CallsMade): ToolCall {
  const { name, arguments: text } = call.function;
  const before = made.get(call.id)?.function;
  if (before?.name !== name || before.arguments === text) return call;
  const [written, given] = [parse(before.arguments), parse(text)];
  const isSame = written && given && canonicalJson(written.value) === canonicalJson(given.value);
  return isSame ? { ...call, function: { name, arguments: before.arguments } } : call;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** JSON with sorted keys: schemas give an object its keys in their own order. */
export function canonicalJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
