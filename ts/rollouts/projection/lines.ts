import type { Tape } from './tape.ts';

/** How many integers a line takes. */
export const LINE = 4;
/** What is where in a line: where it begins and where its line end is, … */
export const LINE_START = 0;
export const LINE_END = 1;
/** … the entry of its object, -1 where it is not exactly one, … */
export const LINE_ENTRY = 2;
/** … and what is beyond ASCII in it: nothing, … */
export const LINE_LETTERS = 3;
export const NO_LETTERS = 0;
/** … something, or … */
export const LETTERS = 1;
/** … something that is no UTF-8. */
export const NO_UTF8 = 2;

/** Lines of JSON that were walked over together, on one tape. */
export class LineBlock implements Tape {
  readonly bytes: Uint8Array;
  /** The same bytes. */
  readonly view: DataView;
  readonly entries: Int32Array;
  /** How many of the entries' numbers are in use. */
  readonly used: number;
  readonly lines: Int32Array;
  /** Of the line that is read. */
  hasLetters = false;
  /** Bytes that had to be walked over once more. */
  expanded = 0;

  constructor(bytes: Uint8Array, entries: Int32Array, used: number, lines: Int32Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.entries = entries;
    this.used = used;
    this.lines = lines;
  }

  onExpand(bytes: number): void {
    this.expanded += bytes;
  }
}
