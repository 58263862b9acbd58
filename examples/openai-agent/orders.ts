// The task: where an order is. The towns are others in every task, so nobody knows who does not look.

import { drawing } from './draw.ts';

export const IDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export const TOWNS = ['Bern', 'Lima', 'Oslo', 'Rome'] as const;

export interface OrderTask {
  readonly id: string;
  /** The order that is asked for. */
  readonly order: string;
  /** Where every order is. */
  readonly towns: Readonly<Record<string, string>>;
}

export function question(order: string): string {
  return `Where is ${order}?`;
}

/** What is right to say, and nothing else. */
export function reply(town: string): string {
  return `In ${town}.`;
}

/** Random tasks, the same for the same name and seed. */
export function orderTasks(count: number, name: 'train' | 'test', seed: number): OrderTask[] {
  const draw = drawing(seed, name === 'train' ? 1 : 2);
  return Array.from({ length: count }, (_, i) => ({
    id: `${name}-${i}`,
    order: draw(IDS),
    towns: Object.fromEntries(IDS.map((id) => [id, draw(TOWNS)])),
  }));
}
