// An agent as people write it with the `openai` package: it knows nothing of training.

import type OpenAI from 'openai';

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type ToolCall = OpenAI.Chat.Completions.ChatCompletionMessageToolCall;

/** Where an order is, as the shop knows it. */
export type LookUp = (id: string) => string | undefined;

const tools: OpenAI.Chat.Completions.ChatCompletionFunctionTool[] = [
  {
    type: 'function',
    function: {
      name: 'find',
      description: 'The town where an order is.',
      parameters: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
      },
    },
  },
];

function runTool(call: ToolCall, lookUp: LookUp): string {
  if (call.type !== 'function' || call.function.name !== 'find') return 'no such tool';
  try {
    return lookUp(JSON.parse(call.function.arguments).id) ?? 'no such order';
  } catch {
    return 'bad arguments';
  }
}

/** Says where an order is. With `onText` it streams, and tells its words as they come. */
export async function answer(
  client: OpenAI,
  question: string,
  lookUp: LookUp,
  onText?: (piece: string) => void,
): Promise<string> {
  const messages: Message[] = [{ role: 'user', content: question }];
  for (let turn = 0; turn < 2; turn++) {
    const request = { model: 'policy', messages, tools };
    const { choices } =
      onText === undefined
        ? await client.chat.completions.create(request)
        : await client.chat.completions.stream(request).on('content', onText).finalChatCompletion();
    const message = choices[0]?.message;
    if (message === undefined) break;
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? '';
    for (const call of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: call.id, content: runTool(call, lookUp) });
  }
  return '';
}
