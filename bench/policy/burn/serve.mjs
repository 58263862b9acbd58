// The policy over burn-flex in WebAssembly: `node serve.mjs <module> <folder of the task>`.
//
// Answers each line of standard input, a call and perhaps a file for its results (as float64), with a line of nanoseconds.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// Both in the order of src/wasm.rs.
const files = ['task.json', 'parameters.f32', 'tokens.u32', 'prompts.u32'];
const calls = ['gradient', 'train', 'sample', 'product'];

const [path, folder] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(path));
const { exports } = new WebAssembly.Instance(module, importsOf(module));
for (const name of files) {
  const bytes = readFileSync(join(folder, name));
  const at = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
}
exports.begin();

for await (const line of createInterface({ input: process.stdin })) {
  const [what, number, file] = line.split(' ');
  const start = process.hrtime.bigint();
  const count = exports.call(calls.indexOf(what), Number(number));
  const nanoseconds = process.hrtime.bigint() - start;
  if (file)
    writeFileSync(file, new Float64Array(exports.memory.buffer, exports.results(), count).slice());
  console.log(String(nanoseconds));
}

/** What wasm-bindgen would provide for clocks and the like of crates, which nothing that is timed calls. */
function importsOf(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => {
      throw new Error(`${from}.${name} is called`);
    };
  }
  return imports;
}
