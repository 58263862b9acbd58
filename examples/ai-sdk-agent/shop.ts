// The task: what an item costs, or how many there are. The shelf is another one in every task.

import { drawing } from '../openai-agent/draw.ts';
import type { Shelf } from './agent.ts';

export const ITEMS = ['cup', 'fan', 'jug', 'mat', 'pot', 'tea'] as const;
/** What can be asked of an item; the tools have the same names. */
export const SUBJECTS = ['price', 'stock'] as const;
/** Prices and stocks. */
export const NUMBERS = [1, 2, 3, 4] as const;

export interface ShopTask {
  readonly id: string;
  readonly subject: (typeof SUBJECTS)[number];
  readonly item: string;
  readonly shelf: Shelf;
}

export function question({ subject, item }: Pick<ShopTask, 'subject' | 'item'>): string {
  return `${subject} of ${item}?`;
}

/** What is right to say, and nothing else. */
export function reply(number: number): string {
  return `It is ${number}.`;
}

export function rightReply({ shelf, item, subject }: ShopTask): string {
  return reply(shelf[item]?.[subject] ?? 0);
}

/** Random tasks, the same for the same name and seed. */
export function shopTasks(count: number, name: 'train' | 'test', seed: number): ShopTask[] {
  const draw = drawing(seed, name === 'train' ? 1 : 2);
  return Array.from({ length: count }, (_, i) => ({
    id: `${name}-${i}`,
    subject: draw(SUBJECTS),
    item: draw(ITEMS),
    shelf: Object.fromEntries(
      ITEMS.map((item) => [item, { price: draw(NUMBERS), stock: draw(NUMBERS) }]),
    ),
  }));
}
