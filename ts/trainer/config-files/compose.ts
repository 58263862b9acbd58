import type { ConfigProblem } from '../../errors/config-error.ts';
import { nearest } from '../../errors/nearest.ts';
import type { ConfigFolder } from './config-folder.ts';
import {
  type DefaultEntry,
  defaultEntry,
  readDefaults,
  readPackageHeader,
} from './defaults-list.ts';
import { GroupChoices } from './group-choices.ts';
import { type MergeOptions, mergeConfigs } from './merge.ts';
import { type ConfigNode, type MappingNode, mapping, scalar } from './node.ts';
import { nodeAt } from './node-path.ts';
import type { Override } from './override.ts';
import { folderOf, keyOf, type Parent, packageOf, UPPERMOST } from './package-path.ts';
import { parseYaml } from './parse-yaml.ts';
import { Resolution } from './resolution.ts';
import { ResolveError } from './resolve-error.ts';

export interface ComposeOptions extends MergeOptions {
  /** Gets groups and keys that only Hydra itself reads. */
  readonly ignored: string[];
}

/** A file, cut into what it says itself and what it brings with it. */
interface ConfigFile {
  readonly root: MappingNode;
  readonly defaults: readonly DefaultEntry[] | undefined;
  readonly header: string | null;
}

/** One file of the final list, and where in the config it goes. */
interface Layer {
  readonly root: MappingNode;
  readonly package: string;
}

/**
 * Puts a config together of a file and of all that its `defaults` name. Problems are gathered; what cannot be found is
 * left out.
 *
 * Source: Hydra's defaults lists.
 *
 * @param primary - the name of the file, in the folder
 * @param groups - overrides that choose options of groups
 */
export async function composeConfig(
  folder: ConfigFolder,
  primary: string,
  groups: readonly Override[],
  options: ComposeOptions,
): Promise<MappingNode> {
  const layers = await new Composition(folder, groups, options).layers(primary);
  return layers.reduce(
    (base, layer) => mergeConfigs(base, packed(layer), options),
    mapping([], primary),
  );
}

class Composition {
  readonly #folder: ConfigFolder;
  readonly #options: ComposeOptions;
  readonly #problems: ConfigProblem[];
  readonly #choices: GroupChoices;
  readonly #open: string[] = [];
  #searchPath = false;

  constructor(folder: ConfigFolder, groups: readonly Override[], options: ComposeOptions) {
    this.#folder = folder;
    this.#options = options;
    this.#problems = options.problems;
    this.#choices = new GroupChoices(groups, options.problems);
  }

  async layers(primary: string): Promise<Layer[]> {
    const file = await this.#load(primary);
    if (!file) {
      this.#problems.push({ path: primary, message: await this.#whyNone(primary) });
      return [];
    }
    this.#searchPath = nodeAt(file.root, ['hydra', 'searchpath']) !== undefined;
    const added = this.#choices.added;
    const defaults = file.defaults ?? (added.length > 0 ? [] : undefined);
    const entry = defaultEntry('file', primary, primary);
    const layers = await this.#withDefaults({ ...file, defaults }, entry, UPPERMOST, added);
    this.#choices.finish();
    return layers;
  }

  /** A file between the files that its defaults bring before and after it. */
  async #withDefaults(
    file: ConfigFile,
    entry: DefaultEntry,
    parent: Parent,
    added: readonly DefaultEntry[] = [],
  ): Promise<Layer[]> {
    const own: Layer = { root: file.root, package: packageOf(entry, parent, file.header) };
    if (!file.defaults) return [own];
    const here: Parent = { folder: folderOf(entry, parent), package: own.package };
    const entries = [...withSelf(file.defaults), ...added];
    this.#noteOverrides(entries, here, added);
    const layers = entries.map((): Layer[] => []);
    const waiting: number[] = [];
    // From the last: what a later file overrides counts for the groups of earlier ones.
    for (const [i, child] of [...entries.entries()].reverse()) {
      if (child.kind === 'self') layers[i] = [own];
      else if (child.override) continue;
      else if (isOpen(child)) waiting.push(i);
      else layers[i] = await this.#expand(child, here);
    }
    for (const i of waiting) {
      const child = this.#closed(entries[i] as DefaultEntry);
      if (child) layers[i] = await this.#expand(child, here);
    }
    return entries.every((child) => child.override) ? [own] : layers.flat();
  }

  #noteOverrides(
    entries: readonly DefaultEntry[],
    here: Parent,
    added: readonly DefaultEntry[],
  ): void {
    let last: DefaultEntry | undefined;
    for (const entry of entries) {
      if (entry.kind === 'self') continue;
      if (entry.override) {
        last = entry;
        if (!isHydra(folderOf(entry, here))) this.#choices.override(keyOf(entry, here), entry);
        else this.#options.ignored.push(folderOf(entry, here));
      } else if (last && !added.includes(entry)) {
        this.#problems.push({
          path: last.place,
          message: `"override ${last.path}" must stand behind all entries of defaults that are none`,
        });
        return;
      }
    }
  }

  async #expand(written: DefaultEntry, parent: Parent): Promise<Layer[]> {
    if (isHydra(folderOf(written, parent))) {
      this.#options.ignored.push(folderOf(written, parent));
      return [];
    }
    const key = keyOf(written, parent);
    const entry = written.kind === 'group' ? this.#choices.choose(key, written) : written;
    if (Array.isArray(entry.choice)) {
      const layers: Layer[][] = [];
      for (const name of [...(entry.choice as readonly string[])].reverse()) {
        const option: DefaultEntry = {
          ...entry,
          kind: 'file',
          path: `${entry.path}/${name}`,
          choice: null,
        };
        layers.unshift(await this.#expand(option, parent));
      }
      return layers.flat();
    }
    const name = entry.choice as string | null;
    if (entry.kind === 'group') {
      if (this.#choices.isRemoved(key, name)) return [];
      this.#choices.take(key, name, entry.place);
      if (name === null) return [];
    }
    const folder = folderOf(entry, parent);
    const path =
      entry.kind === 'group'
        ? `${folder}/${name}`
        : [folder, fileName(entry)].filter(Boolean).join('/');
    return this.#open.includes(path) ? this.#circle(path, entry) : this.#file(path, entry, parent);
  }

  async #file(path: string, entry: DefaultEntry, parent: Parent): Promise<Layer[]> {
    const file = entry.choice === '???' ? undefined : await this.#load(yamlName(path));
    if (!file) {
      if (!entry.optional || entry.choice === '???')
        await this.#refuse(path, entry, folderOf(entry, parent));
      return [];
    }
    this.#open.push(path);
    const layers = await this.#withDefaults(file, entry, parent);
    this.#open.pop();
    return layers;
  }

  async #whyNone(primary: string): Promise<string> {
    if (await this.#folder.list(primary)) return 'must be a config file, got a folder';
    const meant = nearest(primary, (await this.#folder.list('')) ?? []);
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    const { name } = this.#folder;
    return `there is no file ${primary} in ${name === '.' ? 'the current folder' : name}${hint}`;
  }

  #circle(path: string, { place }: DefaultEntry): Layer[] {
    const circle = [...this.#open.slice(this.#open.indexOf(path)), path].join(' → ');
    this.#problems.push({ path: place, message: `defaults go in a circle: ${circle}` });
    return [];
  }

  /** Says what there is instead of a file that is not there. */
  async #refuse(path: string, entry: DefaultEntry, folder: string): Promise<void> {
    const files = await this.#folder.list(folder);
    const options = (files ?? [])
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => file.slice(0, -'.yaml'.length));
    const where = [this.#folder.name, folder].filter(Boolean).join('/');
    const there =
      options.length > 0
        ? `there ${options.length === 1 ? 'is' : 'are'} ${options.sort().join(', ')}`
        : 'it has no config files';
    if (entry.choice === '???') {
      this.#problems.push({
        path: entry.place,
        message: `group ${folder} wants a choice (???): ${folder}=OPTION; ${there}`,
      });
      return;
    }
    const meant = nearest(path.slice(path.lastIndexOf('/') + 1), options);
    const reason = files
      ? `there is no ${yamlName(path)} in ${this.#folder.name}; ${meant === undefined ? there : `did you mean ${meant}?`}`
      : `there is no ${yamlName(path)}, and no folder ${where}`;
    const base =
      path === 'rllm/base' ? "; rLLM's base values are built in, so the entry can be left out" : '';
    const search = this.#searchPath ? '; hydra.searchpath is not followed' : '';
    this.#problems.push({ path: entry.place, message: `${reason}${base}${search}` });
  }

  async #load(path: string): Promise<ConfigFile | undefined> {
    let text: string | undefined;
    try {
      text = await this.#folder.read(path);
    } catch (error) {
      this.#problems.push({ path, message: `cannot be read: ${(error as Error).message}` });
      return { root: mapping([], path), defaults: undefined, header: null };
    }
    if (text === undefined) return undefined;
    const { root, problems } = await parseYaml(text, path);
    this.#problems.push(...problems);
    const defaults = readDefaults(root, this.#problems);
    const entries = [...root.entries].filter(([key]) => key !== 'defaults');
    return {
      root: mapping(entries, root.place),
      defaults,
      header: readPackageHeader(text, path, this.#problems),
    };
  }

  /** An entry that names the choices of other groups, with them put in. */
  #closed(entry: DefaultEntry): DefaultEntry | undefined {
    const known = [...this.#choices.taken].map(([key, name]) => [key, scalar(name, '')] as const);
    const resolution = new Resolution(mapping(known, ''), this.#options);
    const text = (value: string): string => {
      const node = resolution.resolve(scalar(value, ''), ['']);
      if (node.kind === 'scalar' && typeof node.value === 'string') return node.value;
      throw new ResolveError(`${value} must be the name of a file`);
    };
    try {
      if (entry.kind === 'file') return { ...entry, path: text(entry.path) };
      return { ...entry, choice: text(entry.choice as string) };
    } catch (error) {
      if (!(error instanceof ResolveError)) throw error;
      this.#problems.push({ path: entry.place, message: error.message });
      return undefined;
    }
  }
}

/** A file whose defaults do not say where it goes itself comes last. */
function withSelf(entries: readonly DefaultEntry[]): readonly DefaultEntry[] {
  const isSaid = entries.some(({ kind }) => kind === 'self');
  const bringsFiles = entries.some(({ override }) => !override);
  if (isSaid || (!bringsFiles && entries.length > 0)) return entries;
  return [...entries, defaultEntry('self', '', '')];
}

function isHydra(folder: string): boolean {
  return folder === 'hydra' || folder.startsWith('hydra/');
}

function isOpen({ kind, path, choice }: DefaultEntry): boolean {
  return (kind === 'file' ? path : choice)?.includes('${') === true;
}

function fileName({ path }: DefaultEntry): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function yamlName(path: string): string {
  return path.endsWith('.yaml') ? path : `${path}.yaml`;
}

function packed(layer: Layer): MappingNode {
  const keys = layer.package === '' ? [] : layer.package.split('.');
  const nested = keys.reduceRight<ConfigNode>(
    (node, key) => mapping([[key, node]], layer.root.place),
    layer.root,
  );
  return nested as MappingNode;
}
