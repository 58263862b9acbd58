// An agent as people write it with the `openai` package: it knows nothing of training.

import type OpenAI from 'openai';

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type ToolCall = OpenAI.Chat.Completions.ChatCompletionMessageToolCall;

const orders: Readonly<Record<string, { readonly item: string; readonly euros: number }>> = {
  '17': { item: 'kettle', euros: 38 },
  '23': { item: 'tea', euros: 9 },
  '31': { item: 'cups', euros: 24 },
};

const tools: OpenAI.Chat.Completions.ChatCompletionFunctionTool[] = [
  {
    type: 'function',
    function: {
      name: 'look_up_order',
      description: 'What was ordered, and its price in euros.',
      parameters: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'add',
      description: 'The sum of numbers.',
      parameters: {
        type: 'object',
        properties: { numbers: { type: 'array', items: { type: 'number' } } },
        required: ['numbers'],
      },
    },
  },
];

function runTool(call: ToolCall): string {
  if (call.type !== 'function') return 'there is no such tool';
  try {
    const { id, numbers } = JSON.parse(call.function.arguments);
    if (call.function.name === 'add')
      return String(numbers.reduce((sum: number, next: number) => sum + next, 0));
    return JSON.stringify(orders[id] ?? { error: `there is no order ${id}` });
  } catch (error) {
    return `bad arguments: ${error}`;
  }
}

/** Answers a question about orders. With `onText` it streams, and tells its words as they come. */
export async function answer(
  client: OpenAI,
  question: string,
  onText?: (piece: string) => void,
): Promise<string> {
  const messages: Message[] = [
    { role: 'system', content: 'You answer questions about orders. Look things up.' },
    { role: 'user', content: question },
  ];
  for (let turn = 0; turn < 6; turn++) {
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
      messages.push({ role: 'tool', tool_call_id: call.id, content: runTool(call) });
  }
  return '';
}
