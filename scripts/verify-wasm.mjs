// Checks, with Node alone, that each committed module is the one its lock file tells of, and that the
// sources have not changed since. That these sources give these bytes takes a rebuild: verify-wasm.sh.
//   node scripts/verify-wasm.mjs
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { wasmModules } from './wasm-modules.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Size and hash of the artefact. */
export const artifactFacts = (bytes) => ({ bytes: bytes.length, sha256: sha256(bytes) });

/** The bytes of a module that is part of the repository. */
export function committedModule(name) {
  const path = join(root, wasmModules[name].folder, 'generated', `${name}-base64.ts`);
  const text = readFileSync(path, 'utf8');
  return Buffer.from(/'([A-Za-z0-9+/=]+)'/.exec(text)?.[1] ?? '', 'base64');
}

/** The hash of every file that decides an artefact, by its path in the repository. */
export function sourceHashes(name) {
  const under = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? under(path) : [path];
    });
  const paths = [
    ...['Cargo.lock', 'Cargo.toml', 'rust-toolchain.toml'],
    ...['scripts/build-wasm.sh', 'scripts/wasm-modules.mjs'],
    ...wasmModules[name].crates.flatMap((crate) => [
      `crates/${crate}/Cargo.toml`,
      ...under(`crates/${crate}/src`),
    ]),
  ];
  return Object.fromEntries(
    paths.sort().map((path) => [path, sha256(readFileSync(join(root, path)))]),
  );
}

function problems(name) {
  const folder = join(root, wasmModules[name].folder);
  const lock = JSON.parse(readFileSync(join(folder, `${name}.lock.json`), 'utf8'));
  const found = [];
  const artifact = artifactFacts(committedModule(name));
  if (artifact.sha256 !== lock.artifact.sha256)
    found.push(`${name}-base64.ts does not hold the artefact of ${name}.lock.json`);
  const now = sourceHashes(name);
  for (const path of new Set([...Object.keys(lock.sources), ...Object.keys(now)])) {
    if (lock.sources[path] !== now[path])
      found.push(`${path} has changed since the module of ${name} was built`);
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = Object.keys(wasmModules).flatMap(problems);
  for (const problem of found) console.error(`verify-wasm: ${problem}`);
  if (found.length > 0) {
    console.error('verify-wasm: npm run build:wasm builds it anew');
    process.exitCode = 1;
  }
}
