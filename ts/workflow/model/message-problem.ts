import type { Problem } from './problem.ts';

const roles = ['system', 'developer', 'user', 'assistant', 'tool'];

type Fields = Readonly<Record<string, unknown>>;

/** The first thing that is wrong with the messages of a request. */
export function messageProblem(messages: unknown, path = 'messages'): Problem | undefined {
  if (!Array.isArray(messages) || messages.length === 0)
    return { path, expected: 'an array of messages, one at least', got: messages };
  for (const [i, message] of messages.entries()) {
    const problem = problemOfMessage(message, `${path}[${i}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfMessage(message: unknown, path: string): Problem | undefined {
  if (!isObject(message)) return { path, expected: 'a message { role, content }', got: message };
  const { role, content, tool_calls: calls, tool_call_id: callId } = message;
  if (!roles.includes(role as string))
    return { path: `${path}.role`, expected: `one of ${roles.join(', ')}`, got: role };
  if (role === 'tool' && typeof callId !== 'string')
    return { path: `${path}.tool_call_id`, expected: 'the id of the call it answers', got: callId };
  return (
    problemOfContent(content, role === 'assistant', `${path}.content`) ??
    (calls === undefined || calls === null
      ? undefined
      : problemOfCalls(calls, `${path}.tool_calls`))
  );
}

function problemOfContent(content: unknown, mayLack: boolean, path: string): Problem | undefined {
  if (typeof content === 'string') return undefined;
  if ((content === null || content === undefined) && mayLack) return undefined;
  if (!Array.isArray(content)) return { path, expected: 'text or an array of parts', got: content };
  const wrong = content.findIndex((part) => !isObject(part) || typeof part.type !== 'string');
  if (wrong < 0) return undefined;
  return { path: `${path}[${wrong}]`, expected: 'a part { type, … }', got: content[wrong] };
}

function problemOfCalls(calls: unknown, path: string): Problem | undefined {
  if (!Array.isArray(calls)) return { path, expected: 'an array of tool calls', got: calls };
  const wrong = calls.findIndex(
    (call) =>
      !isObject(call) ||
      typeof call.id !== 'string' ||
      !isObject(call.function) ||
      typeof call.function.name !== 'string' ||
      typeof call.function.arguments !== 'string',
  );
  if (wrong < 0) return undefined;
  const expected = 'a tool call { id, type: "function", function: { name, arguments: JSON text } }';
  return { path: `${path}[${wrong}]`, expected, got: calls[wrong] };
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
