// An agent as people write it with the Vercel AI SDK: it knows nothing of training.

import { generateText, jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from 'ai';

/** What is on the shelf, item by item. */
export type Shelf = Readonly<Record<string, { readonly price: number; readonly stock: number }>>;

const inputSchema = jsonSchema<{ item: string }>({
  type: 'object',
  properties: { item: { type: 'string' } },
  required: ['item'],
});

function toolsFor(shelf: Shelf) {
  return {
    price: tool({
      description: 'Price of one, in crowns.',
      inputSchema,
      execute: ({ item }) => shelf[item]?.price ?? 'none',
    }),
    stock: tool({
      description: 'How many are left.',
      inputSchema,
      execute: ({ item }) => shelf[item]?.stock ?? 'none',
    }),
  };
}

/** Answers a customer. With `onText` it streams, and tells its words as they come. */
export async function answer(
  model: LanguageModel,
  question: string,
  shelf: Shelf,
  onText?: (piece: string) => void,
): Promise<string> {
  const request = { model, prompt: question, tools: toolsFor(shelf), stopWhen: stepCountIs(2) };
  if (onText === undefined) return (await generateText(request)).text;
  const { textStream, text } = streamText(request);
  for await (const piece of textStream) onText(piece);
  return text;
}
