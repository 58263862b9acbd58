/**
 * Runs modules one after the other, so that they can register estimators. They do that with the `upperhand` that they
 * find from where they lie, which must be the one that runs here.
 *
 * @throws UsageError that names the file
 */
export async function importModules(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const { resolve } = await import('node:path');
  const { importModule } = await import('./import-module.ts');
  for (const path of paths) await importModule(resolve(path), path);
}
