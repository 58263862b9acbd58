import { type ConfigNode, childOf, list, mapping } from './node.ts';

/** What stands at the end of a path; undefined when nothing does. */
export function nodeAt(root: ConfigNode, keys: readonly string[]): ConfigNode | undefined {
  let node: ConfigNode | undefined = root;
  for (const key of keys) node = node && childOf(node, key);
  return node;
}

/**
 * The config with another value at a path. What is neither a mapping nor a list on the way makes room for a mapping.
 *
 * @returns undefined when the path leads to an item that a list does not have
 */
export function withNodeAt(
  root: ConfigNode | undefined,
  keys: readonly string[],
  value: ConfigNode,
): ConfigNode | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const child = root && childOf(root, key);
  if (root?.kind === 'list' && !child) return undefined;
  const inner = withNodeAt(child, rest, value);
  return inner && withChild(root, key, inner);
}

/** The config without what stands at a path in a mapping. */
export function withoutNodeAt<T extends ConfigNode>(root: T, keys: readonly string[]): T {
  const [key = '', ...rest] = keys;
  const child = childOf(root, key);
  if (child && rest.length > 0) return withChild(root, key, withoutNodeAt(child, rest)) as T;
  if (root.kind !== 'mapping') return root;
  return { ...root, entries: new Map([...root.entries].filter(([name]) => name !== key)) };
}

function withChild(node: ConfigNode | undefined, key: string, child: ConfigNode): ConfigNode {
  if (node?.kind === 'list')
    return list(
      node.items.map((item, i) => (i === Number(key) ? child : item)),
      node.place,
    );
  const entries = node?.kind === 'mapping' ? node.entries : [];
  return mapping(new Map([...entries, [key, child]]), node?.place ?? child.place);
}
