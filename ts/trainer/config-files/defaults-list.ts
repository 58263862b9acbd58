import type { ConfigProblem } from '../../errors/config-error.ts';
import { type ConfigNode, describeNode, type MappingNode } from './node.ts';

/** One entry of a `defaults` list: the file itself, another file, or an option of a group of files. */
export interface DefaultEntry {
  readonly kind: 'self' | 'file' | 'group';
  /** Of the file or of the group, from the folder of the file that names it, or with a slash from the uppermost one. */
  readonly path: string;
  /** Of a group: which of its files, several, or none. */
  readonly choice: string | readonly string[] | null;
  /** Where in the config the file goes, when an @ says it. */
  readonly package: string | null;
  /** A file that is not there is passed over. */
  readonly optional: boolean;
  /** It changes the choice for a group that another entry brings. */
  readonly override: boolean;
  readonly place: string;
}

export function defaultEntry(
  kind: DefaultEntry['kind'],
  path: string,
  place: string,
): DefaultEntry {
  return { kind, path, choice: null, package: null, optional: false, override: false, place };
}

/** Reads the `defaults` of a file; undefined when it has none. */
export function readDefaults(
  root: MappingNode,
  problems: ConfigProblem[],
): DefaultEntry[] | undefined {
  const node = root.entries.get('defaults');
  if (!node) return undefined;
  if (node.kind !== 'list') {
    problems.push({
      path: node.place,
      message: `defaults must be a list of files and groups, got ${describeNode(node)}`,
    });
    return [];
  }
  const entries = node.items.map((item) => readEntry(item, problems));
  const read = entries.filter((entry) => entry !== undefined);
  if (read.filter(({ kind }) => kind === 'self').length > 1)
    problems.push({ path: node.place, message: 'defaults names _self_ twice' });
  return read;
}

function readEntry(item: ConfigNode, problems: ConfigProblem[]): DefaultEntry | undefined {
  const { place } = item;
  const refuse = (message: string): undefined => {
    problems.push({ path: place, message });
  };
  if (item.kind === 'scalar' && typeof item.value === 'string') {
    if (item.value === '_self_') return defaultEntry('self', '', place);
    if (item.value === '???' || item.value === '')
      return refuse(`an entry of defaults must name a file, got ${describeNode(item)}`);
    const { path, pack } = splitPackage(item.value);
    return { ...defaultEntry('file', path, place), package: pack };
  }
  if (item.kind !== 'mapping')
    return refuse(
      `an entry of defaults must be a file or "group: option", got ${describeNode(item)}`,
    );
  const [[key, value] = [], ...others] = [...item.entries];
  if (key === undefined || !value || others.length > 0)
    return refuse(
      `an entry of defaults must be one "group: option", got ${item.entries.size} of them`,
    );
  const words = key.split(' ');
  const { path, pack } = splitPackage(words.pop() ?? '');
  const odd = words.find((word) => word !== 'optional' && word !== 'override');
  if (odd !== undefined)
    return refuse(
      `a group of defaults may have "optional" and "override" before it, got ${JSON.stringify(odd)}`,
    );
  const choice = readChoice(value);
  if (choice === undefined)
    return refuse(
      `the option of group ${path} must be the name of a file, a list of names, or null, got ${describeNode(value)}`,
    );
  return {
    ...defaultEntry('group', path, place),
    choice,
    package: pack,
    optional: words.includes('optional'),
    override: words.includes('override'),
  };
}

function readChoice(node: ConfigNode): string | readonly string[] | null | undefined {
  if (node.kind === 'mapping') return undefined;
  if (node.kind === 'scalar')
    return typeof node.value === 'string' || node.value === null ? node.value : undefined;
  const names = node.items.map((item) => (item.kind === 'scalar' ? item.value : undefined));
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

function splitPackage(text: string): { path: string; pack: string | null } {
  const [path = '', pack] = text.split('@');
  return { path, pack: pack ?? null };
}

/**
 * The package that a comment at the head of a file gives: `# @package _global_`.
 *
 * @returns null when there is none
 */
export function readPackageHeader(
  text: string,
  file: string,
  problems: ConfigProblem[],
): string | null {
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    if (!/^\s*#\s*@/.test(line)) break;
    const [keyword, value, ...others] = line.trim().replace(/^#+/, '').trim().split(/ +/);
    if (keyword !== '@package') continue;
    if (value !== undefined && others.length === 0) return value;
    problems.push({
      path: `${file}:${i + 1}`,
      message: `must be "# @package PATH", got ${JSON.stringify(line.trim())}`,
    });
  }
  return null;
}
