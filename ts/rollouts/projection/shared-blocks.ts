import type { WalkedBlock } from './file-blocks.ts';
import { LineBlock } from './lines.ts';

/** What threads tell each other, in 32 bits each. */
const [NEXT, DONE, DEPTH, ENDED, CONTROLS] = [0, 1, 2, 3, 4] as const;
/** Of a slot: whose block it is, counted from 1; how many numbers its lines (-1: nothing was handed over) and its tape have; whether the file ends in it. */
const [READY, LINES, TAPE, LAST] = [0, 1, 2, 3] as const;
const HEADER_BYTES = 32;
/** Blocks that may wait to be taken. */
const SLOTS = 4;
const WAIT_MS = 50;

/** How blocks are shared. */
export interface SharedMemory {
  readonly control: SharedArrayBuffer;
  readonly slots: SharedArrayBuffer;
  readonly blockBytes: number;
  readonly blocks: number;
}

export function shareMemory(blockBytes: number, blocks: number): SharedMemory {
  return {
    control: new SharedArrayBuffer(4 * CONTROLS),
    slots: new SharedArrayBuffer(SLOTS * slotBytes(blockBytes)),
    blockBytes,
    blocks,
  };
}

/**
 * A header, room for the bytes of a block and what of its last line lies behind it, and for lines and tape: of short lines these
 * take three times their bytes. What is not used takes no memory.
 */
function slotBytes(blockBytes: number): number {
  return HEADER_BYTES + 6 * blockBytes;
}

/**
 * Blocks of a file that several threads walk over, each one a block at a time, and one takes in their order. Whoever claims a
 * block walks over it; nobody is more than a few blocks ahead of the one that takes them.
 */
export class SharedBlocks {
  readonly #memory: SharedMemory;
  readonly #control: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(memory: SharedMemory) {
    this.#memory = memory;
    this.#bytes = new Uint8Array(memory.slots);
    this.#control = new Int32Array(memory.control);
  }

  /** As of `WasmTape.walk`. */
  get depth(): number {
    return Atomics.load(this.#control, DEPTH);
  }

  set depth(depth: number) {
    Atomics.store(this.#control, DEPTH, depth);
  }

  /** Where in the slots the bytes of a block go. */
  baseOf(block: number): number {
    return (block % SLOTS) * slotBytes(this.#memory.blockBytes) + HEADER_BYTES;
  }

  /** The block that is claimed; -1 where nothing is left, -2 where one has to wait. */
  claim(): number {
    const next = Atomics.load(this.#control, NEXT);
    if (next >= this.#memory.blocks || Atomics.load(this.#control, ENDED) === 1) return -1;
    if (next >= Atomics.load(this.#control, DONE) + SLOTS) return -2;
    return Atomics.compareExchange(this.#control, NEXT, next, next + 1) === next ? next : -2;
  }

  /** For threads that may stand still: waits until there may be something to claim. */
  wait(): void {
    const done = Atomics.load(this.#control, DONE);
    if (Atomics.load(this.#control, NEXT) >= done + SLOTS) {
      Atomics.wait(this.#control, DONE, done, WAIT_MS);
    }
  }

  /** Hands a block over; null where it could not be read. What is too much for a slot is not handed over either. */
  put(number: number, walked: WalkedBlock | null): void {
    const slot = this.#slot(number);
    slot.header[LINES] = -1;
    if (walked) {
      const { lines, entries, used } = walked.block;
      const fits = lines.length + used <= slot.numbers.length;
      if (fits && walked.memory.length <= slot.bytes.length) {
        slot.bytes.set(walked.memory);
        slot.numbers.set(lines);
        slot.numbers.set(entries.subarray(0, used), lines.length);
        slot.header[LINES] = lines.length;
        slot.header[TAPE] = used;
        slot.header[LAST] = walked.isLast ? 1 : 0;
        slot.places[0] = walked.offset;
        slot.places[1] = walked.unfinished;
      }
    }
    Atomics.store(slot.header, READY, number + 1);
    Atomics.notify(slot.header, READY);
  }

  /** A block that was handed over, valid until `done`; null for one that was not, undefined while somebody works on it. */
  take(number: number): WalkedBlock | null | undefined {
    const { header, numbers, places } = this.#slot(number);
    if (Atomics.load(header, READY) !== number + 1) return undefined;
    const length = header[LINES] as number;
    if (length < 0) return null;
    const used = header[TAPE] as number;
    const [offset, unfinished] = places as unknown as [number, number];
    return {
      block: new LineBlock(
        this.#bytes,
        numbers.subarray(length, length + used),
        used,
        numbers.subarray(0, length),
      ),
      memory: this.#bytes,
      offset,
      unfinished,
      isLast: header[LAST] === 1,
    };
  }

  /** Stands still until a block is handed over, which takes less than a turn of the event loop; false after a while. */
  waitFor(number: number): boolean {
    const { header } = this.#slot(number);
    const before = Atomics.load(header, READY);
    return before === number + 1 || Atomics.wait(header, READY, before, WAIT_MS) !== 'timed-out';
  }

  /** So many blocks were taken and used up. */
  done(blocks: number): void {
    Atomics.store(this.#control, DONE, blocks);
    Atomics.notify(this.#control, DONE);
  }

  /** Nothing more is claimed. */
  end(): void {
    Atomics.store(this.#control, ENDED, 1);
    Atomics.notify(this.#control, DONE);
  }

  #slot(number: number): Slot {
    const { slots, blockBytes } = this.#memory;
    const base = this.baseOf(number);
    return {
      header: new Int32Array(slots, base - HEADER_BYTES, 4),
      places: new Float64Array(slots, base - 16, 2),
      bytes: new Uint8Array(slots, base, 2 * blockBytes),
      numbers: new Int32Array(slots, base + 2 * blockBytes, blockBytes),
    };
  }
}

interface Slot {
  readonly header: Int32Array;
  readonly places: Float64Array;
  readonly bytes: Uint8Array;
  readonly numbers: Int32Array;
}
