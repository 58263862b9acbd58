// The task: two digits are to be added. The answer has two digits too, so that every answer is as long.

import type { WorkflowContext } from 'upperhand/trainer';

export interface Sum {
  readonly id: string;
  readonly a: number;
  readonly b: number;
}

/** All hundred. */
export const SUMS: readonly Sum[] = Array.from({ length: 100 }, (_, i) => {
  const [a, b] = [Math.floor(i / 10), i % 10];
  return { id: `${a}+${b}`, a, b };
});

export function question({ a, b }: Pick<Sum, 'a' | 'b'>): string {
  return `${a}+${b}=`;
}

/** `'08'`, `'17'` */
export function answer(sum: number): string {
  return String(sum).padStart(2, '0');
}

/** Right or wrong; nothing between. */
export async function add(sum: Sum, ctx: WorkflowContext): Promise<boolean> {
  const { content } = await ctx.model.complete(question(sum));
  return content === answer(sum.a + sum.b);
}
