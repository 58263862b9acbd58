import { findByte } from '../../platform/find-byte.ts';
import type { LineBlock } from './lines.ts';
import type { WasmTape } from './wasm-tape.ts';

const NEWLINE = 10;
/** Read at once of what lies behind a block, to find where its last line ends; … */
const MORE_BYTES = 1 << 14;
/** … so often. */
const MORE = 64;
/**
 * Bytes are read to where their addresses agree with their places in the file by so many: some processors copy five times as slowly
 * where the two differ by 1 to 15 in a page (`rep movsb` of AMD's, which the system copies by).
 */
const ALIGNMENT = 64;

/** Reads from a place of a file; gives how many bytes there were. */
export type ReadAt = (into: Uint8Array, offset: number) => number;

/** The lines that begin in one block of a file. */
export interface WalkedBlock {
  readonly block: LineBlock;
  /** The memory that was read into, up to the end of these lines. */
  readonly memory: Uint8Array;
  /** Where the first of them begins in the file. */
  readonly offset: number;
  /** Where a line begins whose end is too far away, or is none; -1 where there is no such. It is not among the lines. */
  readonly unfinished: number;
  /** The file ends in this block. */
  readonly isLast: boolean;
}

/** Walks over a file block by block, in any order. */
export class FileBlocks {
  readonly #tape: WasmTape;
  readonly #readAt: ReadAt;
  readonly #blockBytes: number;

  constructor(tape: WasmTape, readAt: ReadAt, blockBytes: number) {
    this.#tape = tape;
    this.#readAt = readAt;
    this.#blockBytes = blockBytes;
  }

  /**
   * @param number - counted from 0
   * @param depth - as of `WasmTape.walk`
   * @param base - where places are counted from; default: the memory of the tape
   */
  walk(number: number, depth: number, base?: number): WalkedBlock {
    const begin = number * this.#blockBytes;
    // A line end just before the block says that a line begins with it.
    const before = Math.max(0, begin - 1);
    let room = this.#tape.room(ALIGNMENT + this.#blockBytes + MORE_BYTES);
    const from = Math.max(0, before - ((before - this.#tape.inputAt) & (ALIGNMENT - 1)));
    const limit = begin + this.#blockBytes - from;
    let length = this.#readAt(room.subarray(0, limit), from);
    const isLast = length < limit;
    const first = number === 0 ? 0 : findByte(room.subarray(0, length), NEWLINE, before - from) + 1;
    if ((number > 0 && first === 0) || first >= limit || first >= length) {
      const block = this.#tape.walk(0, 0, depth, base);
      return { block, memory: new Uint8Array(0), offset: -1, unfinished: -1, isLast };
    }
    let end = lastEnd(room, first, length);
    for (let i = 0; end < limit && !isLast && i < MORE; i++) {
      room = this.#tape.room(length + MORE_BYTES);
      const more = this.#readAt(room.subarray(length, length + MORE_BYTES), from + length);
      const found = findByte(room.subarray(0, length + more), NEWLINE, length);
      length += more;
      if (found >= 0) end = found + 1;
      if (more < MORE_BYTES) break;
    }
    const block = this.#tape.walk(first, end, depth, base);
    return {
      block,
      // The memory may have grown.
      memory: this.#tape.room(end).subarray(0, end),
      offset: from + first,
      unfinished: end < Math.min(limit, length) ? from + end : -1,
      isLast,
    };
  }
}

/** Behind the last line end. */
function lastEnd(bytes: Uint8Array, from: number, to: number): number {
  return Math.max(from, bytes.subarray(0, to).lastIndexOf(NEWLINE) + 1);
}
