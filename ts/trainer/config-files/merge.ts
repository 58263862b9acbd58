import type { ConfigProblem } from '../../errors/config-error.ts';
import { type ConfigNode, isMissing, type MappingNode, mapping } from './node.ts';
import { Resolution, type ResolutionOptions } from './resolution.ts';

/** What merging needs beside the two configs. */
export interface MergeOptions extends ResolutionOptions {
  /** Gets what cannot be merged; the lower config then keeps its value. */
  readonly problems: ConfigProblem[];
}

/**
 * Lays one config over another: mappings are merged key by key, everything else is replaced, and `???` replaces
 * nothing. A mapping over an interpolation is merged with a copy of what that leads to.
 *
 * Source: OmegaConf's merge.
 */
export function mergeConfigs(
  base: MappingNode,
  over: MappingNode,
  options: MergeOptions,
): MappingNode {
  const resolution = new Resolution(base, options);
  const target = (node: ConfigNode, path: readonly string[]) => resolution.target(node, path);
  return mergeMappings(base, over, [], options.problems, target);
}

/** Lays one value over another at a path, with nothing known of the rest of the config. */
export function mergeNodes(
  lower: ConfigNode,
  upper: ConfigNode,
  path: readonly string[],
  problems: ConfigProblem[],
  target: (node: ConfigNode, path: readonly string[]) => ConfigNode = (node) => node,
): ConfigNode {
  if (isMissing(upper)) return lower;
  const found = upper.kind === 'scalar' ? upper : target(lower, path);
  if (upper.kind === 'scalar' || found.kind === 'scalar') return upper;
  if (found.kind === 'mapping' && upper.kind === 'mapping')
    return mergeMappings(found, upper, path, problems, target);
  if (found.kind === upper.kind) return upper;
  problems.push({
    path: path.join('.'),
    message: `must be a ${found.kind} as in ${found.place}, got a ${upper.kind} in ${upper.place}`,
  });
  return lower;
}

function mergeMappings(
  lower: MappingNode,
  upper: MappingNode,
  path: readonly string[],
  problems: ConfigProblem[],
  target: (node: ConfigNode, path: readonly string[]) => ConfigNode,
): MappingNode {
  const entries = new Map(lower.entries);
  for (const [key, child] of upper.entries) {
    const below = entries.get(key);
    const merged = below && mergeNodes(below, child, [...path, key], problems, target);
    entries.set(key, merged ?? child);
  }
  return mapping(entries, upper.place);
}
