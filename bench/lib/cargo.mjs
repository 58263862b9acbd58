import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const WASM = 'wasm32-unknown-unknown';

/**
 * Builds a crate of a folder beside this one.
 *
 * @returns the program
 * @throws Error without a Rust toolchain
 */
export function buildCrate(path, name) {
  return join(cargo(path, ['build']), 'release', name);
}

/**
 * Builds the library of such a crate for WebAssembly.
 *
 * @returns the module
 * @throws Error without a Rust toolchain that has the target
 */
export function buildModule(path, name) {
  const kind = ['--lib', '--crate-type', 'cdylib', '--target', WASM];
  const target = cargo(path, ['rustc', ...kind]);
  return join(target, WASM, 'release', `${name.replaceAll('-', '_')}.wasm`);
}

/** The folder of what it built. */
function cargo(path, words) {
  const folder = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const { error, status } = spawnSync('cargo', [...words, '--release', '--locked', '--quiet'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(error?.message ?? `cargo ${words.join(' ')} failed`);
  return resolve(folder, process.env.CARGO_TARGET_DIR ?? 'target');
}
