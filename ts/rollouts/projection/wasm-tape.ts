import { isUtf8 } from '../utf8.ts';
import { JsTape } from './js-tape.ts';
import { LETTERS, LINE, LINE_END, LINE_LETTERS, LINE_START, LineBlock, NO_UTF8 } from './lines.ts';
import type { Scanner } from './tape.ts';

/** What the module of `crates/json-wasm` exports; the head of its lib.rs explains it. */
export interface JsonExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  reserve(bytes: number): void;
  inputPointer(): number;
  scan(length: number): number;
  walk(from: number, to: number, depth: number, base: number): number;
  linesPointer(): number;
  tapePointer(): number;
  tapeLength(): number;
}

/** Longer objects are walked over where they lie: the memory of a module never shrinks. */
export const MAX_BYTES: number = 1 << 22;

/** The memory of a WebAssembly module, bytes that are walked over in it, and what was found. */
export class WasmTape implements Scanner {
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

  /** Where in the memory bytes go. */
  get inputAt(): number {
    return this.#input;
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
    this.room(object.length).set(object);
    const status = this.#exports.scan(object.length);
    this.#refresh();
    this.#hasLetters = (status & 2) !== 0;
    return status !== 0;
  }

  /** Where bytes go, so many or more. What is there stays. */
  room(bytes: number): Uint8Array {
    if (bytes > this.#room) {
      this.#room = Math.max(2 * bytes, 1 << 16);
      this.#exports.reserve(this.#room);
      this.#input = this.#exports.inputPointer();
      this.#refresh();
    }
    return this.#memory.subarray(this.#input, this.#input + this.#room);
  }

  /**
   * Walks over all lines between two places there, of which the second is behind a line end.
   *
   * @param depth - what the tape shall have: 0: nothing that is inside of long or deep members, 1: nothing inside of long members
   *   that stand there as they stood before, 2: everything
   * @param base - what places are counted from; default: the memory of the module
   */
  walk(from: number, to: number, depth: number, base: number = this.#input): LineBlock {
    const count = this.#exports.walk(from, to, depth, base);
    this.#refresh();
    const lines = new Int32Array(this.#memory.buffer, this.#exports.linesPointer(), LINE * count);
    this.#checkLetters(lines, base - this.#input);
    return new LineBlock(this.#memory, this.#tape, this.#exports.tapeLength(), lines);
  }

  /** Done at once, while the bytes are near: another thread that takes the lines would have to fetch them. */
  #checkLetters(lines: Int32Array, shift: number): void {
    for (let at = 0; at < lines.length; at += LINE) {
      if (lines[at + LINE_LETTERS] !== LETTERS) continue;
      const start = (lines[at + LINE_START] as number) - shift;
      const end = (lines[at + LINE_END] as number) - shift;
      if (!isUtf8(this.#memory.subarray(start, end))) lines[at + LINE_LETTERS] = NO_UTF8;
    }
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
