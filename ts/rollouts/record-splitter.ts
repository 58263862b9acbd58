import { findByte } from '../platform/find-byte.ts';
import { CsvQuotes } from './csv-quotes.ts';

const NEWLINE = 10;
const RETURN = 13;

export interface SplitterOptions {
  /** CSV: a line end in a quoted cell does not end a record. Default false. */
  readonly quoted?: boolean;
  /** Longer records are not held: they come empty, with `tooLong` set. */
  readonly maxBytes: number;
}

/**
 * Cuts bytes into records at `\n` and `\r\n`, and nowhere else: U+2028 and its like stay inside. A record may lie
 * in any number of chunks; each of its bytes is copied at most a few times, however long it is.
 *
 * What it gives is a view that is valid until the next record or chunk is asked for. `line` and `offset` belong to
 * the record given last.
 *
 * @example
 * const splitter = new RecordSplitter({ maxBytes: 1e6 });
 * for (const record of splitter.push(new TextEncoder().encode('a\nb'))) splitter.line; // 1: 'a'
 * for (const record of splitter.end()) splitter.line; // 2: 'b'
 */
export class RecordSplitter {
  /** Where the record begins, counted from 1. */
  line = 1;
  /** Bytes before the record. */
  offset = 0;
  tooLong = false;
  /** Whether a line end followed; a file that was cut off ends without one. */
  terminated = true;
  /** With `quoted`: the record ended inside quotes. */
  unclosed = false;
  readonly #quotes: CsvQuotes | null;
  readonly #maxBytes: number;
  /** Kept for the next record: what is thrown away costs memory until it is collected. */
  #held = new Uint8Array(0);
  #heldLength = 0;
  #dropped = 0;
  #nextLine = 1;
  #nextOffset = 0;
  #openLines = 0;

  constructor(options: SplitterOptions) {
    this.#quotes = options.quoted ? new CsvQuotes() : null;
    this.#maxBytes = options.maxBytes;
  }

  /** Where the next record begins. */
  get next(): { readonly line: number; readonly offset: number } {
    return { line: this.#nextLine, offset: this.#nextOffset };
  }

  /** What comes next begins there. Nothing may be held. */
  moveTo(line: number, offset: number): void {
    this.#nextLine = line;
    this.#nextOffset = offset;
  }

  *push(chunk: Uint8Array): Generator<Uint8Array> {
    let start = 0;
    let scanned = 0;
    for (;;) {
      const end = findByte(chunk, NEWLINE, scanned);
      this.#quotes?.read(chunk, scanned, end < 0 ? chunk.length : end);
      if (end < 0) break;
      scanned = end + 1;
      if (this.#quotes?.open) this.#openLines++;
      else {
        yield this.#finish(chunk.subarray(start, end), 1);
        start = scanned;
      }
    }
    this.#hold(chunk.subarray(start));
  }

  /** The last record, if the source did not end with a line end. */
  *end(): Generator<Uint8Array> {
    if (this.#heldLength > 0 || this.#dropped > 0) yield this.#finish(new Uint8Array(0), 0);
  }

  #finish(rest: Uint8Array, terminator: number): Uint8Array {
    const length = this.#heldLength + this.#dropped + rest.length;
    this.line = this.#nextLine;
    this.offset = this.#nextOffset;
    this.terminated = terminator > 0;
    this.unclosed = this.#quotes?.open ?? false;
    this.#quotes?.reset();
    this.#nextLine += this.#openLines + 1;
    this.#nextOffset += length + terminator;
    this.tooLong = length > this.#maxBytes;
    const record = this.tooLong ? rest.subarray(0, 0) : this.#joined(rest);
    this.#heldLength = this.#dropped = this.#openLines = 0;
    return record.at(-1) === RETURN && terminator > 0 ? record.subarray(0, -1) : record;
  }

  #joined(rest: Uint8Array): Uint8Array {
    if (this.#heldLength === 0) return rest;
    this.#hold(rest);
    return this.#held.subarray(0, this.#heldLength);
  }

  #hold(bytes: Uint8Array): void {
    const needed = this.#heldLength + bytes.length;
    if (this.#dropped > 0 || needed > this.#maxBytes) {
      this.#dropped += needed;
      this.#heldLength = 0;
      return;
    }
    if (needed > this.#held.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#held.length));
      larger.set(this.#held.subarray(0, this.#heldLength));
      this.#held = larger;
    }
    this.#held.set(bytes, this.#heldLength);
    this.#heldLength = needed;
  }
}
