// An agent as people write it with the Vercel AI SDK: it knows nothing of training.

import { generateText, jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from 'ai';

const shelf: Readonly<Record<string, { readonly crowns: number; readonly left: number }>> = {
  cup: { crowns: 4, left: 6 },
  kettle: { crowns: 38, left: 1 },
};

const itemSchema = jsonSchema<{ item: string }>({
  type: 'object',
  properties: { item: { type: 'string' } },
  required: ['item'],
});

const tools = {
  price: tool({
    description: 'Price of one, in crowns.',
    inputSchema: itemSchema,
    execute: ({ item }) => shelf[item]?.crowns ?? 'unknown',
  }),
  stock: tool({
    description: 'How many are left.',
    inputSchema: itemSchema,
    execute: ({ item }) => ({ left: shelf[item]?.left ?? 0 }),
  }),
};

/** Answers a customer. With `onText` it streams, and tells its words as they come. */
export async function answer(
  model: LanguageModel,
  question: string,
  onText?: (piece: string) => void,
): Promise<string> {
  const request = {
    model,
    system: 'You keep a shop. Look at the shelf before you answer.',
    prompt: question,
    tools,
    stopWhen: stepCountIs(6),
  };
  if (onText === undefined) return (await generateText(request)).text;
  const { textStream, text } = streamText(request);
  for await (const piece of textStream) onText(piece);
  return text;
}
