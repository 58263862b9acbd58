import type { Document, ParsedNode, YAMLMap, Scalar as YamlScalar } from 'yaml';
import type { ConfigProblem } from '../../errors/config-error.ts';
import { type ConfigNode, list, type MappingNode, mapping, type Scalar, scalar } from './node.ts';
import { pythonText } from './python-text.ts';
import { resolvePlain, resolveTagged } from './yaml-scalar.ts';

type Yaml = typeof import('yaml');

/** What was read from one file, or all that is wrong with its text. */
export interface ParsedYaml {
  /** Empty when there are problems. */
  readonly root: MappingNode;
  readonly problems: readonly ConfigProblem[];
}

const MOST_VALUES = 1_000_000;
const TAG = 'tag:yaml.org,2002:';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what may not stand in YAML.
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Reads YAML as OmegaConf does: version 1.1, one document, no key twice, and nothing but mappings, lists, text,
 * numbers, booleans and null.
 *
 * @param file - its name, for places and messages
 */
export async function parseYaml(text: string, file: string): Promise<ParsedYaml> {
  // Loaded only where a file is read: it takes longer than all else that starting takes.
  const yaml = await import('yaml');
  return new YamlReading(yaml, text, file).read();
}

class YamlReading {
  readonly #yaml: Yaml;
  readonly #text: string;
  readonly #file: string;
  readonly #lines: InstanceType<Yaml['LineCounter']>;
  readonly #problems: ConfigProblem[] = [];
  readonly #seen = new Map<ParsedNode, ConfigNode | null>();
  /** How many values mappings and lists stand for, aliases counted in full. */
  readonly #sizes = new Map<ConfigNode, number>();
  #document!: Document.Parsed;

  constructor(yaml: Yaml, text: string, file: string) {
    this.#yaml = yaml;
    // A line may end as on old Macs, too.
    this.#text = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    this.#file = file;
    this.#lines = new yaml.LineCounter();
  }

  read(): ParsedYaml {
    const documents = this.#yaml.parseAllDocuments(this.#text, {
      version: '1.1',
      schema: 'failsafe',
      merge: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: this.#lines,
    });
    const empty = mapping([], `${this.#file}:1`);
    const unprintable = this.#text.search(UNPRINTABLE);
    if (unprintable >= 0) {
      this.#problem(
        unprintable,
        'control characters must be written as escapes within double quotes',
      );
      return { root: empty, problems: this.#problems };
    }
    const [first, second] = Array.isArray(documents) ? documents : [];
    if (second)
      this.#problem(
        second.range?.[0] ?? 0,
        'there must be one document, and here begins a second one',
      );
    if (!first) return { root: empty, problems: this.#problems };
    this.#document = first;
    // Tokens that are not expected follow from what was wrong before them.
    const errors = first.errors.filter(({ code }, i) => i === 0 || code !== 'UNEXPECTED_TOKEN');
    for (const { pos, message } of errors) this.#problem(pos[0], `is not YAML: ${message}`);
    if (this.#problems.length > 0 || !first.contents)
      return { root: empty, problems: this.#problems };
    const root = this.#node(first.contents);
    if (root.kind !== 'mapping' && !(root.kind === 'scalar' && root.value === null))
      this.#problem(0, `must be a mapping of keys to values, got a ${root.kind}`);
    if (this.#problems.length > 0 || root.kind !== 'mapping')
      return { root: empty, problems: this.#problems };
    return { root, problems: [] };
  }

  #node(node: ParsedNode | null, at = 0): ConfigNode {
    if (node === null) return scalar(null, this.#place(at));
    const seen = this.#seen.get(node);
    if (seen) return seen;
    if (seen === null) {
      this.#problem(node.range[0], 'must not contain itself');
      return scalar(null, this.#place(node.range[0]));
    }
    this.#seen.set(node, null);
    const made = this.#make(node);
    this.#seen.set(node, made);
    this.#count(made, node.range[0]);
    return made;
  }

  /** A few aliases of aliases stand for more values than there is memory for. */
  #count(node: ConfigNode, at: number): void {
    if (node.kind === 'scalar' || this.#sizes.has(node)) return;
    const children = node.kind === 'list' ? node.items : [...node.entries.values()];
    const sizes = children.map((child) => this.#sizes.get(child) ?? 1);
    const size = sizes.reduce((sum, one) => sum + one, 1);
    this.#sizes.set(node, size);
    if (size > MOST_VALUES && sizes.every((one) => one <= MOST_VALUES))
      this.#problem(
        at,
        `must stand for ${MOST_VALUES} values at most, got ${size} with its aliases`,
      );
  }

  #make(node: ParsedNode): ConfigNode {
    const { isAlias, isMap, isSeq } = this.#yaml;
    const place = this.#place(node.range[0]);
    if (isAlias(node)) {
      const target = node.resolve(this.#document) as ParsedNode | undefined;
      if (target) return this.#node(target);
      this.#problem(node.range[0], `there is no anchor &${node.source} before`);
      return scalar(null, place);
    }
    if (isMap(node)) {
      this.#expectTag(node, 'map');
      return mapping(this.#entries(node), place);
    }
    if (isSeq(node)) {
      this.#expectTag(node, 'seq');
      return list(
        node.items.map((item) => this.#node(item as ParsedNode | null, node.range[0])),
        place,
      );
    }
    return scalar(this.#scalar(node), place);
  }

  #scalar(node: YamlScalar.Parsed): Scalar {
    const text = String(node.source ?? node.value ?? '');
    const isPlain = node.type === this.#yaml.Scalar.PLAIN;
    try {
      if (node.tag === undefined) return isPlain ? resolvePlain(text) : text;
      // PyYAML takes this tag for one that says nothing, quotes or not.
      if (node.tag === '!') return resolvePlain(text);
      const name = node.tag.startsWith(TAG) ? node.tag.slice(TAG.length) : node.tag;
      const value = resolveTagged(name, text);
      if (value !== undefined) return value;
      throw new Error(`${JSON.stringify(text)} cannot be read with the tag ${tagText(node.tag)}`);
    } catch (error) {
      this.#problem(node.range[0], (error as Error).message);
      return null;
    }
  }

  /** What is merged comes first in order, an earlier mapping winning over a later one, and the mapping itself over all. */
  #entries(node: YAMLMap.Parsed): Map<string, ConfigNode> {
    const merged = new Map<string, ConfigNode>();
    const own = new Map<string, ConfigNode>();
    let hasMerged = false;
    for (const { key, value } of node.items) {
      const at = (key as ParsedNode | null)?.range[0] ?? node.range[0];
      if (this.#isMergeKey(key as ParsedNode | null)) {
        if (hasMerged)
          this.#problem(at, '<< stands twice in one mapping; give it a list of mappings');
        hasMerged = true;
        for (const parent of this.#parents(this.#node(value, at), at)) {
          for (const [name, child] of parent.entries)
            if (!merged.has(name)) merged.set(name, child);
        }
        continue;
      }
      const name = this.#key(this.#node(key as ParsedNode | null, at), at);
      if (name === undefined) continue;
      if (own.has(name))
        this.#problem(at, `key ${JSON.stringify(name)} stands twice in one mapping`);
      own.set(name, this.#node(value, at));
    }
    return new Map([...merged, ...own]);
  }

  #isMergeKey(key: ParsedNode | null): boolean {
    return this.#yaml.isScalar(key) && key.source === '<<' && key.type === this.#yaml.Scalar.PLAIN;
  }

  #parents(node: ConfigNode, at: number): MappingNode[] {
    const given = node.kind === 'list' ? node.items : [node];
    return given.filter((parent) => {
      if (parent.kind === 'mapping') return true;
      this.#problem(at, `<< must be a mapping or a list of mappings, got a ${parent.kind}`);
      return false;
    }) as MappingNode[];
  }

  #key(node: ConfigNode, at: number): string | undefined {
    if (node.kind === 'scalar' && node.value !== null) return pythonText(node.value);
    const got = node.kind === 'scalar' ? 'null' : `a ${node.kind}`;
    this.#problem(at, `a key must be text, a number or a boolean, got ${got}`);
    return undefined;
  }

  #expectTag(
    node: YAMLMap.Parsed | { tag?: string | undefined; range: readonly number[] },
    wanted: string,
  ): void {
    if (node.tag === undefined || node.tag === '!' || node.tag === TAG + wanted) return;
    this.#problem(node.range[0] ?? 0, `the tag ${tagText(node.tag)} is not supported here`);
  }

  #place(offset: number): string {
    return `${this.#file}:${this.#lines.linePos(offset).line || 1}`;
  }

  #problem(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.#problems.push({ path: `${this.#file}:${line || 1}:${col || 1}`, message });
  }
}

function tagText(tag: string): string {
  return tag.startsWith(TAG) ? `!!${tag.slice(TAG.length)}` : tag;
}
