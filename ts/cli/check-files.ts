import { stat } from 'node:fs/promises';
import { UsageError } from './usage-error.ts';

/**
 * A file that is read twice would count twice, and one that is written too would be lost.
 *
 * @throws UsageError that names the file
 */
export async function checkFiles(files: readonly string[], out: string | undefined): Promise<void> {
  const seen = new Map<string, string>();
  for (const file of files) {
    const found = file === '-' ? null : await fileIdentity(file);
    const identity = found ?? `path ${file}`;
    const before = seen.get(identity);
    if (before !== undefined) {
      const name = file === '-' ? '- (standard input)' : file;
      const again = before === file ? '' : `, first as ${before}`;
      throw new UsageError(`${name} can be given once, got it twice${again}`);
    }
    seen.set(identity, file);
  }
  const written = out === undefined ? null : await fileIdentity(out);
  const read = written === null ? undefined : seen.get(written);
  if (read !== undefined)
    throw new UsageError(`--out ${out} would overwrite ${read}, which is read`);
}

/** What tells files apart, whatever path or link leads to them; null for what is not there, or is no plain file. */
async function fileIdentity(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found?.isFile() ? `${found.dev}:${found.ino}` : null;
}
