// Writes a module as the source file that the package inlines, and beside it kernels.lock.json: what it was
// made of, with what, and how.
//   node scripts/build-wasm.write.mjs <kernels.wasm> <folder>
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactFacts, sourceHashes } from './verify-wasm.mjs';

const [module, folder] = process.argv.slice(2);
const bytes = readFileSync(module);
const first = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8' }).trim().split('\n')[0];
const wasmOpt = /^wasm-opt (.*) "\$scratch\/used\.wasm"/m;
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
    'wasm-opt': wasmOpt.exec(readFileSync(new URL('build-wasm.sh', import.meta.url), 'utf8'))[1],
  },
  sources: sourceHashes(),
};
const source = `// Made by scripts/build-wasm.sh of crates/kernels-wasm; kernels.lock.json tells with what.

/** The WebAssembly module of the kernels. */
export const kernelsBase64: string =
  '${bytes.toString('base64')}';
`;
mkdirSync(join(folder, 'generated'), { recursive: true });
writeFileSync(join(folder, 'generated', 'kernels-base64.ts'), source);
writeFileSync(join(folder, 'kernels.lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
