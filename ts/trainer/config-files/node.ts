/**
 * A value of a config file before it is used. Whole numbers are bigints and floats are numbers, as they are different
 * things to Python: within text the former is `1`, the latter `1.0`.
 */
export type Scalar = string | bigint | number | boolean | null;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: Scalar;
  /** Where it was written: `config.yaml:12`, or the text of an override. */
  readonly place: string;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly ConfigNode[];
  readonly place: string;
}

export interface MappingNode {
  readonly kind: 'mapping';
  readonly entries: ReadonlyMap<string, ConfigNode>;
  readonly place: string;
}

/** A piece of a config. Nodes are never changed; what changes a config makes new ones. */
export type ConfigNode = ScalarNode | ListNode | MappingNode;

/** The text that stands for a value which somebody has to give. */
export const MISSING = '???';

export function scalar(value: Scalar, place: string): ScalarNode {
  return { kind: 'scalar', value, place };
}

export function list(items: readonly ConfigNode[], place: string): ListNode {
  return { kind: 'list', items, place };
}

export function mapping(
  entries: Iterable<readonly [string, ConfigNode]>,
  place: string,
): MappingNode {
  return { kind: 'mapping', entries: new Map(entries), place };
}

export function isMissing(node: ConfigNode): boolean {
  return node.kind === 'scalar' && node.value === MISSING;
}

/** What stands under a key, or at an index; undefined when nothing does. */
export function childOf(node: ConfigNode, key: string): ConfigNode | undefined {
  if (node.kind === 'mapping') return node.entries.get(key);
  if (node.kind === 'list' && /^(0|[1-9][0-9]*)$/.test(key)) return node.items[Number(key)];
  return undefined;
}

/** For messages: `text "ten"`, `a mapping`. */
export function describeNode(node: ConfigNode): string {
  if (node.kind !== 'scalar') return `a ${node.kind}`;
  return typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.value);
}
