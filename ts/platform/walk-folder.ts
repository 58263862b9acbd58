import { besideFiles, nodeFs } from './node-fs.ts';
import { nodeModule } from './node-module.ts';

/** A file that a walk came to. */
export interface WalkedFile {
  readonly path: string;
  readonly name: string;
  /** Names of all files and folders in its folder, its own too. */
  readonly beside: readonly string[];
  /** False for a pipe, a socket or a device. */
  readonly isPlain: boolean;
}

/** A folder that a walk could not look into. */
export interface ClosedFolder {
  readonly path: string;
  readonly error: unknown;
}

/** The path of a folder; null where a path leads to something else, or nowhere. */
export async function folderPath(path: string | URL): Promise<string | null> {
  const found = await nodeModule('node:fs/promises')
    ?.stat(path)
    .catch(() => null);
  if (!found?.isDirectory()) return null;
  return typeof path === 'string' ? path : (nodeModule('node:url')?.fileURLToPath(path) ?? null);
}

/**
 * All files in a folder and in the folders in it, hidden ones too: those of a folder in the order of their names, with
 * numbers as numbers, before those of its folders. Links are followed, after all else, since names tell step and split and a
 * link may be called `latest`; a folder that several lead to is walked once. A folder that cannot be looked into is given
 * as such, and the others are walked.
 */
export async function* walkFolder(
  path: string,
  visited: Set<string> = new Set(),
): AsyncGenerator<WalkedFile | ClosedFolder> {
  let found: Entries;
  try {
    found = await entriesOf(path, visited);
  } catch (error) {
    yield { path, error };
    return;
  }
  yield* found.files;
  for (const folder of found.folders) yield* walkFolder(folder, visited);
}

interface Entries {
  readonly files: readonly WalkedFile[];
  readonly folders: readonly string[];
}

/**
 * What is in a folder; nothing where it was visited before.
 *
 * @throws UpperhandError `no-file-system` where there are no files; what the file system throws
 */
async function entriesOf(path: string, visited: Set<string>): Promise<Entries> {
  const fs = nodeFs('a folder given by its path');
  const { join } = besideFiles('node:path', 'a folder given by its path');
  const files: WalkedFile[] = [];
  const folders: string[] = [];
  if (visited.size === visited.add(await fs.realpath(path)).size) return { files, folders };
  const entries = await fs.readdir(path, { withFileTypes: true });
  const isLink = (entry: (typeof entries)[number]): number => Number(entry.isSymbolicLink());
  entries.sort((a, b) => isLink(a) - isLink(b) || compare(a.name, b.name));
  const beside = entries.map(({ name }) => name);
  for (const entry of entries) {
    const inside = join(path, entry.name);
    const found = isLink(entry) ? await fs.stat(inside).catch(() => null) : entry;
    if (found?.isDirectory()) folders.push(inside);
    else files.push({ path: inside, name: entry.name, beside, isPlain: found?.isFile() ?? true });
  }
  return { files, folders };
}

/** Made when a folder is read: that takes as long as all else before a first result. */
let order: Intl.Collator | undefined;

function compare(a: string, b: string): number {
  order ??= new Intl.Collator('en', { numeric: true });
  return order.compare(a, b) || (a < b ? -1 : 1);
}
