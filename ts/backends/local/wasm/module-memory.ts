import { UpperhandError } from '../../../errors/upperhand-error.ts';
import type { ModuleExports } from './module-exports.ts';
import { problemError } from './problems.ts';

/** Puts arrays into the module's arenas, calls, and copies out what came. Views are made anew for each: memory may grow. */
export class ModuleMemory {
  readonly wasm: ModuleExports;
  #trapped: unknown = null;

  constructor(wasm: ModuleExports) {
    this.wasm = wasm;
  }

  /** Calls with these arrays, one after the other in each arena. */
  call(
    name: string,
    words: readonly Uint32Array[],
    floats: readonly Float32Array[],
    run: (wasm: ModuleExports) => number,
  ): void {
    if (this.#trapped !== null) throw this.#failure(name);
    const { wasm } = this;
    try {
      const wordCount = total(words);
      const floatCount = total(floats);
      if (wordCount + floatCount > 0) {
        this.#check(name, wasm.reserve(wordCount, floatCount));
        const { buffer } = wasm.memory;
        fill(new Uint32Array(buffer, wasm.wordsPointer() >>> 0, wordCount), words);
        fill(new Float32Array(buffer, wasm.floatsPointer() >>> 0, floatCount), floats);
      }
      this.#check(name, run(wasm));
    } catch (error) {
      if (error instanceof UpperhandError) throw error;
      this.#trapped = error;
      throw this.#failure(name);
    }
  }

  /** What the last call gave. */
  words(): Uint32Array {
    const { wasm } = this;
    return this.#copy(Uint32Array, wasm.outWordsPointer(), wasm.outWordsLength());
  }

  /** What the last call gave. */
  floats(): Float32Array {
    const { wasm } = this;
    return this.#copy(Float32Array, wasm.outFloatsPointer(), wasm.outFloatsLength());
  }

  /** A copy of what lies at an address. */
  floatsAt(address: number, length: number): Float32Array {
    return this.#copy(Float32Array, address, length);
  }

  /** Whether all numbers at an address are finite: else their sum, in float64, is not. */
  areFinite(address: number, length: number): boolean {
    let sum = 0;
    for (const value of new Float32Array(this.wasm.memory.buffer, address >>> 0, length))
      sum += value;
    return Number.isFinite(sum);
  }

  #copy<T>(
    type: { new (buffer: ArrayBuffer, at: number, length: number): { slice(): T } },
    address: number,
    length: number,
  ): T {
    return new type(this.wasm.memory.buffer, address >>> 0, length >>> 0).slice();
  }

  #check(call: string, status: number): void {
    if (status === 0) return;
    const { wasm } = this;
    throw problemError(call, {
      status,
      at: wasm.problemAt() >>> 0,
      got: wasm.problemGot() >>> 0,
    });
  }

  /** A module that trapped may be in any state: it answers nothing any more. */
  #failure(call: string): UpperhandError {
    return new UpperhandError('policy-failed', `${call}: the WebAssembly module has failed`, {
      cause: this.#trapped,
    });
  }
}

interface Numbers {
  readonly length: number;
}

const total = (arrays: readonly Numbers[]): number =>
  arrays.reduce((sum, { length }) => sum + length, 0);

function fill<T extends Numbers>(
  to: { set(from: T, at: number): void },
  arrays: readonly T[],
): void {
  let at = 0;
  for (const array of arrays) {
    to.set(array, at);
    at += array.length;
  }
}
