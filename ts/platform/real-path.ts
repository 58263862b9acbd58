import { nodeModule } from './node-module.ts';

/** Where a path leads, behind all links; null where it leads nowhere, and where there are no files. */
export async function realPathOf(path: string | URL): Promise<string | null> {
  const found = await nodeModule('node:fs/promises')
    ?.realpath(path)
    .catch(() => null);
  return found ?? null;
}
