import type { ChatMessage, ToolCall } from '../../types/chat.ts';

/**
 * The calls that a model made. Clients that read the arguments of a call write them anew into the next request, with
 * other spaces or in another order; the model would then see a text that it did not write, and a step would not extend
 * the one before.
 */
export class CallsMade {
  /** By id: conversations that one agent has side by side may each have a call of the same. */
  readonly #byId = new Map<string, ToolCall['function'][]>();

  add(calls: readonly ToolCall[]): void {
    for (const { id, function: called } of calls) {
      const made = this.#byId.get(id) ?? [];
      made.push({ ...called });
      this.#byId.set(id, made);
    }
  }

  /** The messages, in which calls that the model made, and that mean the same still, have their arguments as it wrote them. */
  restore(messages: readonly ChatMessage[]): ChatMessage[] {
    return messages.map((message) =>
      message.tool_calls
        ? { ...message, tool_calls: message.tool_calls.map((call) => this.#asMade(call)) }
        : message,
    );
  }

  #asMade(call: ToolCall): ToolCall {
    const { name, arguments: given } = call.function;
    const made = (this.#byId.get(call.id) ?? []).filter((each) => each.name === name);
    if (made.some((each) => each.arguments === given)) return call;
    const before = made.findLast((each) => isReadAs(each.arguments, given));
    return before ? { ...call, function: { ...before } } : call;
  }
}

/**
 * Whether a client that read arguments as the model wrote them would give them back as these. Those that are no object
 * many clients keep as text, or as an empty object.
 */
function isReadAs(written: string, given: string): boolean {
  const value = parse(given);
  if (value === undefined) return false;
  const read = parse(written);
  const isObject = typeof read === 'object' && read !== null;
  const readings = isObject ? [read] : [read, written, {}];
  return readings.some((each) => canonicalJson(each) === canonicalJson(value));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON with sorted keys: schemas give an object its keys in their own order. */
function canonicalJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
