import { nodeFs } from '../../platform/node-fs.ts';

/** Where config files lie. Paths are relative to it, with slashes. */
export interface ConfigFolder {
  /** For messages. */
  readonly name: string;
  /** The text of a file; undefined when there is none. Rejects when it cannot be read. */
  read(path: string): Promise<string | undefined>;
  /** The files of a folder in it, by name; undefined when there is no such folder. */
  list(path: string): Promise<readonly string[] | undefined>;
}

/** A folder on disk. */
export function folderOnDisk(name: string): ConfigFolder {
  return {
    name,
    async read(path) {
      const bytes = await nodeFs('a config file').readFile(`${name}/${path}`).catch(absent);
      return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    },
    async list(path) {
      return nodeFs('a config file').readdir(`${name}/${path}`).catch(absent);
    },
  };
}

/** A folder in memory: texts by path. */
export function folderInMemory(
  files: Readonly<Record<string, string>>,
  name = 'memory',
): ConfigFolder {
  return {
    name,
    async read(path) {
      return Object.hasOwn(files, path) ? files[path] : undefined;
    },
    async list(path) {
      const start = path === '' ? '' : `${path}/`;
      const below = Object.keys(files).filter((file) => file.startsWith(start));
      if (below.length === 0) return undefined;
      return [...new Set(below.map((file) => file.slice(start.length).split('/')[0] as string))];
    },
  };
}

function absent(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(code)) return undefined;
  throw error;
}
