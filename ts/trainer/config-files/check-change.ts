import { nearest } from '../../errors/nearest.ts';
import { type ConfigNode, childOf, describeNode, isMissing, type MappingNode } from './node.ts';
import type { Override } from './override.ts';
import { ResolveError } from './resolve-error.ts';

/**
 * Refuses a plain `key=value` for a key that is neither there nor `known`, since it is most likely misspelt.
 *
 * @throws ResolveError with the nearest key
 */
export function checkChange(
  root: MappingNode,
  override: Override,
  value: ConfigNode,
  known: readonly string[],
): void {
  const { key, text } = override;
  const keys = key.split('.');
  let node: ConfigNode = root;
  for (const [i, name] of keys.entries()) {
    const child = childOf(node, name);
    if (!child) {
      if (known.includes(key)) return;
      throw new ResolveError(reason(node, keys, i, text, known));
    }
    node = child;
  }
  checkKeys(node, value, text);
}

function reason(
  node: ConfigNode,
  keys: readonly string[],
  depth: number,
  text: string,
  known: readonly string[],
): string {
  const above = keys.slice(0, depth);
  if (node.kind === 'list')
    return `cannot be set: ${above.join('.')} is a list of ${node.items.length}, and has no item ${keys[depth]}`;
  if (node.kind === 'scalar' && node.value !== null && !isMissing(node)) {
    const isReference = typeof node.value === 'string' && node.value.includes('${');
    return `cannot be set: ${above.join('.')} is ${describeNode(node)}${isReference ? '; set what that leads to' : ''}`;
  }
  const siblings = node.kind === 'mapping' ? [...node.entries.keys()] : [];
  const rest = keys.slice(depth + 1);
  const there = siblings.map((sibling) => [...above, sibling, ...rest].join('.'));
  const meant = nearest(keys.join('.'), [...there, ...known]);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return `is not in the config${hint || ';'} +${text} adds it`;
}

/** A mapping that is laid over another may change its keys, and adds none. */
function checkKeys(before: ConfigNode, value: ConfigNode, text: string): void {
  if (before.kind !== 'mapping' || value.kind !== 'mapping') return;
  for (const [key, child] of value.entries) {
    const below = before.entries.get(key);
    if (below) {
      checkKeys(below, child, text);
      continue;
    }
    const meant = nearest(key, before.entries.keys());
    const hint = meant === undefined ? ';' : `; did you mean ${meant}?`;
    throw new ResolveError(`has no key ${key}${hint} +${text} adds it`);
  }
}
