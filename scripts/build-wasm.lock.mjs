// Writes kernels.lock.json beside a kernels.wasm: what it was made of, with what, and how.
//   node scripts/build-wasm.lock.mjs <folder>
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactFacts, sourceHashes } from './verify-wasm.mjs';

const folder = process.argv[2];
const first = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8' }).trim().split('\n')[0];
const lock = {
  artifact: artifactFacts(readFileSync(join(folder, 'kernels.wasm'))),
  tools: {
    rustc: first('rustc', '--version'),
    'wasm-bindgen': first('wasm-bindgen', '--version').split(' ')[1],
    'wasm-pack': first('wasm-pack', '--version').split(' ')[1],
    binaryen: first('wasm-opt', '--version').split(' ')[2],
  },
  flags: {
    rustc: '-Ctarget-feature=+simd128',
    'wasm-pack': '--mode no-install --target web --release',
    'wasm-opt': '-O3 --strip-debug --strip-producers --strip-target-features',
  },
  sources: sourceHashes(),
};
writeFileSync(join(folder, 'kernels.lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
