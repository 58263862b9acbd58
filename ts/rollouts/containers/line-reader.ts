import { ByteRecord } from '../byte-record.ts';
import { readJsonLine } from '../json-line.ts';
import { Refusal } from '../problem.ts';
import { JsTape } from '../projection/js-tape.ts';
import {
  LINE,
  LINE_END,
  LINE_ENTRY,
  LINE_LETTERS,
  LINE_START,
  type LineBlock,
  NO_LETTERS,
  NO_UTF8,
} from '../projection/lines.ts';
import type { Scanner } from '../projection/tape.ts';
import type { Found, Place } from '../reading-context.ts';
import type { RecordReader } from '../record-reader.ts';
import { RecordSplitter } from '../record-splitter.ts';
import { decodeUtf8, isUtf8 } from '../utf8.ts';
import { noteInvalidUtf8 } from './invalid-utf8.ts';

const RETURN = 13;
/** What part of the bytes may be walked over twice. */
const DEEPER = 32;

/** Reads the lines of a file one after the other, whatever way they come: in blocks that were walked over, or one by one. */
export class LineReader {
  /** The splitter holds the beginning of a line. */
  isLong = false;
  /** How much tapes shall have, as of `WasmTape.walk`. */
  depth: number;
  readonly #reader: RecordReader;
  readonly #splitter: RecordSplitter;
  readonly #tape: Scanner = new JsTape();

  constructor(reader: RecordReader) {
    this.#reader = reader;
    this.depth = reader.shared.withDetails || reader.shared.withFacts ? 1 : 0;
    this.#splitter = new RecordSplitter({ maxBytes: reader.shared.maxRecordBytes });
  }

  /** Rows of a block. They are used up before anything else is read. */
  *readBlock(block: LineBlock): Generator<Found> {
    const { lines } = block;
    const reader = this.#reader;
    const { maxRecordBytes } = reader.shared;
    let { line, offset } = this.#splitter.next;
    for (let at = 0; at < lines.length; at += LINE) {
      const start = lines[at + LINE_START] as number;
      const end = lines[at + LINE_END] as number;
      const entry = lines[at + LINE_ENTRY] as number;
      const letters = lines[at + LINE_LETTERS];
      block.hasLetters = letters !== NO_LETTERS;
      const isGood = entry >= 0 && end - start <= maxRecordBytes && letters !== NO_UTF8;
      const simple = isGood ? reader.readSimple(block, entry, line, offset) : null;
      if (simple) yield simple;
      else {
        const place = { line, offset };
        const found = isGood
          ? reader.read([new ByteRecord(block, entry)], place, false)
          : this.#readFaultyLine(block, start, end, place);
        // Not `yield*`, which takes longer than all else here.
        for (const one of found) yield one;
      }
      line++;
      offset += end - start + 1;
    }
    this.#splitter.moveTo(line, offset);
  }

  #readFaultyLine(
    { bytes }: LineBlock,
    start: number,
    end: number,
    place: Place,
  ): readonly Found[] {
    if (end - start > this.#reader.shared.maxRecordBytes) return this.#tooLong(place);
    const isReturned = end > start && bytes[end - 1] === RETURN;
    return this.#readFaulty(bytes.subarray(start, isReturned ? end - 1 : end), place, true);
  }

  /** A tape that leaves much out of what is asked for costs more than one that has it. */
  lookDeeper({ expanded }: LineBlock, bytes: number): void {
    if (expanded * DEEPER > bytes) this.depth++;
  }

  /** Rows of the lines that end in a piece. */
  *readOneByOne(piece: Uint8Array): Generator<Found> {
    for (const bytes of this.#splitter.push(piece)) {
      for (const one of this.#readLine(bytes)) yield one;
    }
  }

  /** Rows of a last line without a line end. */
  *end(): Generator<Found> {
    for (const bytes of this.#splitter.end()) yield* this.#readLine(bytes);
  }

  #readLine(bytes: Uint8Array): readonly Found[] {
    const { line, offset, terminated, tooLong } = this.#splitter;
    const place = { line, offset };
    if (tooLong) return this.#tooLong(place);
    const record = ByteRecord.scan(bytes, this.#tape);
    if (record && (!this.#tape.hasLetters || isUtf8(bytes))) {
      return this.#reader.read([record], place, false);
    }
    return this.#readFaulty(bytes, place, terminated);
  }

  #tooLong(place: Place): readonly Found[] {
    return this.#reader.read([tooLongRefusal(this.#reader.shared.maxRecordBytes)], place, false);
  }

  /** Whatever has a fault is read in full, which can tell what it is. */
  #readFaulty(bytes: Uint8Array, place: Place, terminated: boolean): readonly Found[] {
    const reader = this.#reader;
    const { text, invalidAt } = decodeUtf8(bytes);
    const records = readJsonLine(text, terminated);
    if (records.length === 0) reader.shared.counts.blank++;
    if (records.length > 1 && records.filter((one) => !(one instanceof Refusal)).length > 1) {
      const message = `${records.length} records share this line; each is read`;
      reader.report.note('glued-records', message, place);
    }
    if (invalidAt >= 0) noteInvalidUtf8(reader, place.line, place.offset + invalidAt);
    return reader.read(records, place, invalidAt >= 0);
  }
}

export function tooLongRefusal(maxRecordBytes: number): Refusal {
  return new Refusal('line-too-long', `the record is longer than ${maxRecordBytes} bytes`);
}
