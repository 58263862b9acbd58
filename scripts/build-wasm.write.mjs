// Writes a module as the source file that the package inlines, and beside it its lock file: what it was made of,
// with what, and how.
//   node scripts/build-wasm.write.mjs <name> <module.wasm> [folder]
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { artifactFacts, sourceHashes } from './verify-wasm.mjs';
import { wasmModules } from './wasm-modules.mjs';

const [name, module, into] = process.argv.slice(2);
const { folder, what, wasmOpt } = wasmModules[name];
const out = into ?? fileURLToPath(new URL(`../${folder}`, import.meta.url));
const bytes = readFileSync(module);
const first = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8' }).trim().split('\n')[0];
const lock = {
  artifact: artifactFacts(bytes),
  tools: {
    rustc: first('rustc', '--version'),
    'wasm-bindgen': first('wasm-bindgen', '--version').split(' ')[1],
    'wasm-pack': first('wasm-pack', '--version').split(' ')[1],
    binaryen: first('wasm-opt', '--version').split(' ')[2],
  },
  flags: {
    rustc: '-Ctarget-feature=+simd128',
    'wasm-pack': '--mode no-install --target web --release',
    'wasm-opt': wasmOpt.join(' '),
  },
  sources: sourceHashes(name),
};
const source = `// Made by scripts/build-wasm.sh of crates/${name}-wasm; ${name}.lock.json tells with what.

/** The WebAssembly module of ${what}. */
export const ${name}Base64: string =
  '${bytes.toString('base64')}';
`;
mkdirSync(join(out, 'generated'), { recursive: true });
writeFileSync(join(out, 'generated', `${name}-base64.ts`), source);
writeFileSync(join(out, `${name}.lock.json`), `${JSON.stringify(lock, null, 2)}\n`);
