import { stat } from 'node:fs/promises';
import { walkFolder } from '../platform/walk-folder.ts';
import { passedOver } from '../rollouts/side-file-names.ts';
import { UsageError } from './usage-error.ts';

/**
 * A file that is read twice would count twice, and one that is written too would be lost.
 *
 * @throws UsageError that names the file
 */
export async function checkFiles(files: readonly string[], out: string | undefined): Promise<void> {
  if (files.length === 1 && out === undefined) return;
  const seen = new Map<string, string>();
  for (const file of files) {
    const found = file === '-' ? null : await fileIdentity(file);
    const identity = found ?? `path ${file}`;
    const before = seen.get(identity);
    if (before !== undefined) {
      const name = file === '-' ? '- (standard input)' : file;
      const again = before === file ? '' : `, first as ${before}`;
      throw new UsageError(`${name} is given twice${again}; its rollouts would count twice`);
    }
    seen.set(identity, file);
  }
  const written = out === undefined ? null : await fileIdentity(out);
  if (written === null) return;
  const read = seen.get(written) ?? (await findIn(files, written));
  if (read !== undefined)
    throw new UsageError(`--out ${out} would overwrite ${read}, which is read`);
}

/** The file of one of the folders, that is read with it and is that very file. */
async function findIn(files: readonly string[], identity: string): Promise<string | undefined> {
  for (const folder of files) {
    if (!(await stat(folder).catch(() => null))?.isDirectory()) continue;
    for await (const inside of walkFolder(folder)) {
      if ('error' in inside || passedOver(inside.name, inside.beside) !== undefined) continue;
      if ((await fileIdentity(inside.path)) === identity) return inside.path;
    }
  }
  return undefined;
}

/** What tells files apart, whatever path or link leads to them; null for what is not there, or is no plain file. */
async function fileIdentity(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found?.isFile() ? `${found.dev}:${found.ino}` : null;
}
