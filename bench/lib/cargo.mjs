import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds a crate of a folder beside this one.
 *
 * @returns the program
 * @throws Error without a Rust toolchain
 */
export function buildCrate(path, name) {
  const folder = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const { error, status } = spawnSync('cargo', ['build', '--release', '--locked', '--quiet'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(error?.message ?? 'cargo build failed');
  return join(folder, 'target', 'release', name);
}
