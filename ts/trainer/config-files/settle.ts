import { type ConfigNode, isMissing, list, type MappingNode, mapping } from './node.ts';
import type { Resolution } from './resolution.ts';
import { ResolveError } from './resolve-error.ts';

/** A config with its interpolations replaced, and what could not be found out. */
export interface SettledConfig {
  /** What has no value is as it was written. */
  readonly root: MappingNode;
  /** By path: why there is no value, and where it was written. */
  readonly unsettled: ReadonlyMap<string, Unsettled>;
}

export interface Unsettled {
  readonly reason: string;
  readonly place: string;
  /** Nobody gave it a value; else its interpolation leads nowhere. */
  readonly isMissing: boolean;
}

const NO_VALUE = 'has no value (???); give it one in the file or on the command line';

/** Replaces what can be replaced, and gathers the rest. */
export function settle(root: MappingNode, resolution: Resolution): SettledConfig {
  const unsettled = new Map<string, Unsettled>();
  const visit = (node: ConfigNode, path: readonly string[]): ConfigNode => {
    if (node.kind === 'list') {
      const items = node.items.map((item, i) => visit(item, [...path, String(i)]));
      return list(items, node.place);
    }
    if (node.kind === 'mapping') return visitMapping(node, path);
    const note = (reason: string): ConfigNode => {
      const unset = { reason, place: node.place, isMissing: isMissing(node) };
      unsettled.set(path.join('.'), unset);
      return node;
    };
    if (isMissing(node)) return note(NO_VALUE);
    try {
      const value = resolution.resolve(node, path);
      if (value.kind !== 'scalar') return value;
      // How it was written says more than the place alone: what the environment gives is text.
      if (value !== node) return { ...value, place: `${node.place}: ${String(node.value)}` };
      if (typeof value.value !== 'bigint') return value;
      return Number.isSafeInteger(Number(value.value))
        ? value
        : note(`must be a whole number below 2^53, got ${value.value}`);
    } catch (error) {
      if (error instanceof ResolveError) return note(error.message);
      throw error;
    }
  };
  const visitMapping = (node: MappingNode, path: readonly string[]): MappingNode =>
    mapping(
      [...node.entries].map(([key, child]) => [key, visit(child, [...path, key])]),
      node.place,
    );
  return { root: visitMapping(root, []), unsettled };
}
