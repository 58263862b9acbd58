import type { WasmExports } from './wasm-exports.ts';

const OUT_OF_MEMORY = 5;

/**
 * Views of the module's memory, remade whenever it has grown or the arena has moved: growth detaches the old ones
 * without a word, and a request that found no memory leaves them where the arena no longer is.
 */
export class Arena {
  readonly #wasm: WasmExports;
  #values = new Float64Array();
  #offsets = new Uint32Array();
  #mask = new Uint8Array();

  constructor(wasm: WasmExports) {
    this.#wasm = wasm;
  }

  /** Makes room; false when the module can get no more memory. */
  reserve(values: number, offsets: number): boolean {
    const wasm = this.#wasm;
    const status = wasm.reserve(values, offsets);
    if (status === OUT_OF_MEMORY) return false;
    this.renew(values, offsets);
    return true;
  }

  /** Makes views anew where memory has grown: after a call that needed some for itself, too. */
  renew(values: number, offsets: number): void {
    const wasm = this.#wasm;
    const { buffer } = wasm.memory;
    const valuesAt = wasm.valuesPointer() >>> 0;
    const offsetsAt = wasm.offsetsPointer() >>> 0;
    if (
      this.#values.buffer !== buffer ||
      this.#values.byteOffset !== valuesAt ||
      this.#values.length < values ||
      this.#offsets.byteOffset !== offsetsAt ||
      this.#offsets.length < offsets
    ) {
      this.#values = new Float64Array(buffer, valuesAt, wasm.valuesCapacity() >>> 0);
      this.#offsets = new Uint32Array(buffer, offsetsAt, wasm.offsetsCapacity() >>> 0);
    }
  }

  /** Puts a mask there, room for it too; false when the module can get no more memory. To be called before `reserve`. */
  setMask(mask: Uint8Array): boolean {
    const wasm = this.#wasm;
    if (wasm.reserveMask(mask.length) === OUT_OF_MEMORY) return false;
    const at = wasm.maskPointer() >>> 0;
    if (
      this.#mask.buffer !== wasm.memory.buffer ||
      this.#mask.byteOffset !== at ||
      this.#mask.length < mask.length
    )
      this.#mask = new Uint8Array(wasm.memory.buffer, at, wasm.maskCapacity() >>> 0);
    this.#mask.set(mask);
    return true;
  }

  get values(): Float64Array {
    return this.#values;
  }

  get offsets(): Uint32Array {
    return this.#offsets;
  }
}
