import { ByteRecord } from '../byte-record.ts';
import { readJsonLine } from '../json-line.ts';
import { Refusal } from '../problem.ts';
import type { Found } from '../reading-context.ts';
import type { RolloutRecord } from '../record.ts';
import type { RecordReader } from '../record-reader.ts';
import { RecordSplitter } from '../record-splitter.ts';
import { decodeUtf8, firstInvalid } from '../utf8.ts';
import { noteInvalidUtf8 } from './invalid-utf8.ts';

/** Longer records are read in their bytes: see ByteRecord. */
const LONG_BYTES = 1 << 20;

/** Rows of JSON lines, those of each piece of the file together. */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
): AsyncGenerator<Iterable<Found>> {
  const splitter = new RecordSplitter({ maxBytes: reader.shared.maxRecordBytes });
  for await (const chunk of chunks) yield readLines(splitter.push(chunk), splitter, reader);
  if (!reader.finished) yield readLines(splitter.end(), splitter, reader);
}

function* readLines(
  lines: Iterable<Uint8Array>,
  splitter: RecordSplitter,
  reader: RecordReader,
): Generator<Found> {
  for (const bytes of lines) {
    // Not `yield*`, which takes longer than all else here.
    for (const found of readLine(bytes, splitter, reader)) yield found;
  }
}

function readLine(
  bytes: Uint8Array,
  splitter: RecordSplitter,
  reader: RecordReader,
): readonly Found[] {
  const { line, offset, terminated, tooLong } = splitter;
  const place = { line, offset };
  if (tooLong) return reader.read([tooLongRefusal(reader.shared.maxRecordBytes)], place, false);
  const long = readLong(bytes);
  if (long) return reader.read([long], place, false);
  const { text, invalidAt } = decodeUtf8(bytes);
  const records = readJsonLine(text, terminated);
  if (records.length === 0) reader.shared.counts.blank++;
  if (records.length > 1 && records.filter((one) => !(one instanceof Refusal)).length > 1) {
    const message = `${records.length} records share this line; each is read`;
    reader.report.note('glued-records', message, place);
  }
  if (invalidAt >= 0) noteInvalidUtf8(reader, line, offset + invalidAt);
  return reader.read(records, place, invalidAt >= 0);
}

/** A record that is long and has no fault; whatever has one takes the usual way, which can tell what it is. */
function readLong(bytes: Uint8Array): RolloutRecord | null {
  if (bytes.length < LONG_BYTES) return null;
  return firstInvalid(bytes) < 0 ? ByteRecord.scan(bytes) : null;
}

export function tooLongRefusal(maxRecordBytes: number): Refusal {
  return new Refusal('line-too-long', `the record is longer than ${maxRecordBytes} bytes`);
}
