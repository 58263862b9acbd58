import { besideFiles, nodeFs } from './node-fs.ts';
import { nodeModule } from './node-module.ts';

/** A file that a walk came to. */
export interface WalkedFile {
  readonly path: string;
  readonly name: string;
  /** Names of all files and folders in its folder, its own too. */
  readonly beside: readonly string[];
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
 * numbers as numbers, before those of its folders. Links are followed; a folder that several lead to is walked once.
 *
 * @throws UpperhandError `no-file-system` where there are no files; what the file system throws
 */
export async function* walkFolder(
  path: string,
  visited: Set<string> = new Set(),
): AsyncGenerator<WalkedFile> {
  const fs = nodeFs('a folder given by its path');
  const { join } = besideFiles('node:path', 'a folder given by its path');
  const real = await fs.realpath(path);
  if (visited.size === visited.add(real).size) return;
  const entries = await fs.readdir(path, { withFileTypes: true });
  entries.sort((a, b) => compare(a.name, b.name));
  const beside = entries.map(({ name }) => name);
  const folders: string[] = [];
  for (const entry of entries) {
    const inside = join(path, entry.name);
    const found = entry.isSymbolicLink() ? await fs.stat(inside).catch(() => null) : entry;
    if (found?.isDirectory()) folders.push(inside);
    else if (found?.isFile() ?? true) yield { path: inside, name: entry.name, beside };
  }
  for (const folder of folders) yield* walkFolder(folder, visited);
}

/** Made when a folder is read: that takes as long as all else before a first result. */
let order: Intl.Collator | undefined;

function compare(a: string, b: string): number {
  order ??= new Intl.Collator('en', { numeric: true });
  return order.compare(a, b) || (a < b ? -1 : 1);
}
