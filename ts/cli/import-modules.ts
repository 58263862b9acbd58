import { UsageError } from './usage-error.ts';

/**
 * Runs modules one after the other, so that they can register estimators. They do that with the `upperhand` that they
 * find from where they lie, which must be the one that runs here.
 *
 * @throws UsageError that names the file
 */
export async function importModules(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const { resolve } = await import('node:path');
  const { pathToFileURL } = await import('node:url');
  const { stat } = await import('node:fs/promises');
  for (const path of paths) {
    const absolute = resolve(path);
    const found = await stat(absolute).catch(() => null);
    if (!found?.isFile()) throw new UsageError(`cannot import ${path}: there is no such file`);
    try {
      await import(pathToFileURL(absolute).href);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`cannot import ${path}: ${reason}`);
    }
  }
}
