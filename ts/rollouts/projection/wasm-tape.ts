import { JsTape } from './js-tape.ts';
import type { Tape } from './tape.ts';

/** What the module of `crates/json-wasm` exports; the head of its lib.rs explains it. */
export interface JsonExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  reserve(bytes: number): void;
  inputPointer(): number;
  scan(length: number): number;
  tapePointer(): number;
}

/** Longer objects are walked over where they lie: the memory of a module never shrinks. */
const MAX_BYTES = 1 << 22;

/** A tape of bytes that are copied into the memory of a WebAssembly module. */
export class WasmTape implements Tape {
  readonly #exports: JsonExports;
  readonly #long = new JsTape();
  #memory = new Uint8Array(0);
  #tape = new Int32Array(0);
  #room = 0;
  #input = 0;
  #isLong = false;
  #hasLetters = false;

  constructor(exports: JsonExports) {
    this.#exports = exports;
  }

  get bytes(): Uint8Array {
    return this.#isLong ? this.#long.bytes : this.#memory;
  }

  get entries(): Int32Array {
    return this.#isLong ? this.#long.entries : this.#tape;
  }

  get hasLetters(): boolean {
    return this.#isLong ? this.#long.hasLetters : this.#hasLetters;
  }

  scan(object: Uint8Array): boolean {
    this.#isLong = object.length > MAX_BYTES;
    if (this.#isLong) return this.#long.scan(object);
    if (object.length > this.#room) this.#reserve(object.length);
    this.#memory.set(object, this.#input);
    const status = this.#exports.scan(object.length);
    this.#refresh();
    this.#hasLetters = (status & 2) !== 0;
    return status !== 0;
  }

  #reserve(length: number): void {
    this.#room = Math.min(MAX_BYTES, Math.max(2 * length, 1 << 16));
    this.#exports.reserve(this.#room);
    this.#input = this.#exports.inputPointer();
    this.#refresh();
  }

  /** Views of a memory that grew, or of a tape that moved in it, are of no use. */
  #refresh(): void {
    const { buffer } = this.#exports.memory;
    const tape = this.#exports.tapePointer();
    if (this.#memory.buffer === buffer && this.#tape.byteOffset === tape) return;
    this.#memory = new Uint8Array(buffer);
    this.#tape = new Int32Array(buffer, tape);
  }
}
