import { nearest } from '../../errors/nearest.ts';
import { checkChange } from './check-change.ts';
import { type MergeOptions, mergeNodes } from './merge.ts';
import { type ConfigNode, childOf, describeNode, isMissing, type MappingNode } from './node.ts';
import { nodeAt, withNodeAt, withoutNodeAt } from './node-path.ts';
import type { Override } from './override.ts';
import { Resolution } from './resolution.ts';
import { ResolveError } from './resolve-error.ts';
import { toPlain } from './to-plain.ts';

export interface ApplyOptions extends MergeOptions {
  /** Paths that may be set although no file has them, since they have a default. */
  readonly known: readonly string[];
}

/**
 * Changes a config as the command line says: a plain `key=value` wants the key to be there, `+` wants it not to be,
 * `++` does not care, `~` removes. An override that cannot be applied is a problem, and the others go on.
 *
 * Source: Hydra.
 */
export function applyOverrides(
  root: MappingNode,
  overrides: readonly Override[],
  options: ApplyOptions,
): MappingNode {
  let config = root;
  for (const override of overrides) {
    try {
      config = apply(config, override, options);
    } catch (error) {
      if (!(error instanceof ResolveError)) throw error;
      const message = `${error.message} (override ${JSON.stringify(override.text)})`;
      options.problems.push({ path: override.key, message });
    }
  }
  return config;
}

function apply(root: MappingNode, override: Override, options: ApplyOptions): MappingNode {
  const keys = override.key.split('.');
  const { value } = override;
  if (value === undefined || override.kind === 'delete')
    return remove(root, override, keys, options);
  const before = nodeAt(root, keys);
  if (override.kind === 'change') checkChange(root, override, value, options.known);
  if (override.kind === 'add' && before && !isNothing(before) && value.kind === 'scalar') {
    const change = override.text.slice(1);
    throw new ResolveError(
      `is there already and is ${describeNode(before)}; ${change} changes it, ++${change} sets it in any case`,
    );
  }
  const isMerged = before && before.kind !== 'scalar' && value.kind !== 'scalar';
  const after = isMerged ? mergeNodes(before, value, keys, options.problems) : value;
  const config = withNodeAt(root, keys, after);
  if (config) return config as MappingNode;
  throw new ResolveError('cannot be set: a list on the way has no such item');
}

function remove(
  root: MappingNode,
  { value }: Override,
  keys: readonly string[],
  options: ApplyOptions,
): MappingNode {
  const above = keys.slice(0, -1);
  const name = keys.at(-1) ?? '';
  const parent = nodeAt(root, above);
  const node = parent && childOf(parent, name);
  if (!parent || !node) {
    const meant = parent?.kind === 'mapping' ? nearest(name, parent.entries.keys()) : undefined;
    const hint = meant === undefined ? '' : `; did you mean ~${[...above, meant].join('.')}?`;
    throw new ResolveError(`cannot be removed: it is not in the config${hint}`);
  }
  if (parent.kind === 'list')
    throw new ResolveError('cannot be removed: it is an item of a list; give the whole list');
  if (value !== undefined) {
    const there = new Resolution(root, options).resolve(node, keys);
    if (JSON.stringify(toPlain(there)) !== JSON.stringify(toPlain(value)))
      throw new ResolveError(
        `cannot be removed: it is ${describeNode(there)} and not ${describeNode(value)}`,
      );
  }
  return withoutNodeAt(root, keys);
}

function isNothing(node: ConfigNode): boolean {
  return isMissing(node) || (node.kind === 'scalar' && node.value === null);
}
