import type { ChatMessage, ToolCall } from '../../types/chat.ts';

/**
 * Gives calls without an id, or with one that the conversation has already, an id of their own: agents find the
 * result of a call by its id, and engines that count calls anew in every answer repeat them.
 */
export function uniqueCallIds(
  calls: readonly ToolCall[],
  messages: readonly ChatMessage[],
  turn: number,
): ToolCall[] {
  if (calls.length === 0) return [];
  const used = new Set(messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id)));
  return calls.map((call, i) => {
    let { id } = call;
    for (let n = 0; !id || used.has(id); n++) id = `call_${turn}_${i}${n === 0 ? '' : `_${n}`}`;
    used.add(id);
    return { ...call, id, type: 'function', function: { ...call.function } };
  });
}
