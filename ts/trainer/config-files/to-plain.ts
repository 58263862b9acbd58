import type { ConfigNode } from './node.ts';

/** A value as JavaScript has it. Whole numbers beyond 2^53 lose their last digits; whoever reads them refuses that first. */
export function toPlain(node: ConfigNode): unknown {
  if (node.kind === 'list') return node.items.map(toPlain);
  if (node.kind === 'mapping')
    return Object.fromEntries([...node.entries].map(([key, child]) => [key, toPlain(child)]));
  return typeof node.value === 'bigint' ? Number(node.value) : node.value;
}
