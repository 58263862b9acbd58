// Checks, with Node alone, that the committed kernels.wasm is the one its lock file tells of, and that the
// sources have not changed since. That these sources give these bytes takes a rebuild: verify-wasm.sh.
//   node scripts/verify-wasm.mjs
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Size and hash of the artefact. */
export const artifactFacts = (bytes) => ({ bytes: bytes.length, sha256: sha256(bytes) });

/** The hash of every file that decides the artefact, by its path in the repository. */
export function sourceHashes() {
  const under = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? under(path) : [path];
    });
  const paths = [
    ...['Cargo.lock', 'Cargo.toml', 'rust-toolchain.toml', 'scripts/build-wasm.sh'],
    ...['kernels', 'kernels-wasm'].flatMap((crate) => [
      `crates/${crate}/Cargo.toml`,
      ...under(`crates/${crate}/src`),
    ]),
  ];
  return Object.fromEntries(
    paths.sort().map((path) => [path, sha256(readFileSync(join(root, path)))]),
  );
}

function problems() {
  const folder = join(root, 'ts/kernels/wasm');
  const lock = JSON.parse(readFileSync(join(folder, 'kernels.lock.json'), 'utf8'));
  const found = [];
  const artifact = artifactFacts(readFileSync(join(folder, 'kernels.wasm')));
  if (artifact.sha256 !== lock.artifact.sha256)
    found.push('kernels.wasm is not the artefact of kernels.lock.json');
  const now = sourceHashes();
  for (const path of new Set([...Object.keys(lock.sources), ...Object.keys(now)])) {
    if (lock.sources[path] !== now[path])
      found.push(`${path} has changed since kernels.wasm was built`);
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = problems();
  for (const problem of found) console.error(`verify-wasm: ${problem}`);
  if (found.length > 0) {
    console.error('verify-wasm: npm run build:wasm builds it anew');
    process.exitCode = 1;
  }
}
