import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The module's own exports, over values that lie in its memory already. */
export class WasmInPlace {
  #module;
  #values;
  #offsets;
  #source;

  constructor(source) {
    const path = fileURLToPath(import.meta.resolve('upperhand/kernels.wasm'));
    const module = new WebAssembly.Module(readFileSync(path));
    this.#module = new WebAssembly.Instance(module).exports;
    this.#source = source;
    const { memory, reserve, valuesPointer, offsetsPointer } = this.#module;
    // Room for four summaries of groups of four behind the values, and for their offsets.
    const [values, offsets] = [2 * source.length, source.length];
    if (reserve(values, offsets) !== 0) throw new Error('wasm: no memory');
    this.#values = new Float64Array(memory.buffer, valuesPointer() >>> 0, values);
    this.#offsets = new Uint32Array(memory.buffer, offsetsPointer() >>> 0, offsets);
  }

  /** Lays values and offsets in place; what a call before wrote over them is gone. */
  prepare(offsets) {
    this.#values.set(this.#source);
    this.#offsets.set(offsets);
  }

  call({ wasm }, groups) {
    const status = wasm(this.#module, this.#source.length, groups);
    if (status !== 0) throw new Error(`wasm: status ${status}`);
  }

  /** A copy of what the last call wrote. */
  results({ numbers }, groups) {
    const n = this.#source.length;
    return numbers ? this.#values.slice(n, n + numbers(groups)) : this.#values.slice(0, n);
  }
}
