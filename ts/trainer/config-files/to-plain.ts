import { type ConfigNode, isMissing } from './node.ts';

/** A value as JavaScript has it. A key whose value is missing (`???`) is left out, as it has none. */
export function toPlain(node: ConfigNode): unknown {
  if (node.kind === 'list') return node.items.map(toPlain);
  if (node.kind === 'mapping') {
    const given = [...node.entries].filter(([, child]) => !isMissing(child));
    return Object.fromEntries(given.map(([key, child]) => [key, toPlain(child)]));
  }
  return typeof node.value === 'bigint' ? Number(node.value) : node.value;
}
