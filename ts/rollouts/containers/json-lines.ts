import { ByteRecord } from '../byte-record.ts';
import { readJsonLine } from '../json-line.ts';
import { Refusal } from '../problem.ts';
import { sharedTape } from '../projection/make-tape.ts';
import type { Tape } from '../projection/tape.ts';
import type { Found } from '../reading-context.ts';
import type { RecordReader } from '../record-reader.ts';
import { RecordSplitter } from '../record-splitter.ts';
import { decodeUtf8, isUtf8 } from '../utf8.ts';
import { noteInvalidUtf8 } from './invalid-utf8.ts';

/** Rows of JSON lines, those of each piece of the file together. */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
): AsyncGenerator<Iterable<Found>> {
  const splitter = new RecordSplitter({ maxBytes: reader.shared.maxRecordBytes });
  const tape = sharedTape();
  for await (const chunk of chunks) yield readLines(splitter.push(chunk), splitter, reader, tape);
  if (!reader.finished) yield readLines(splitter.end(), splitter, reader, tape);
}

function* readLines(
  lines: Iterable<Uint8Array>,
  splitter: RecordSplitter,
  reader: RecordReader,
  tape: Tape,
): Generator<Found> {
  for (const bytes of lines) {
    // Not `yield*`, which takes longer than all else here.
    for (const found of readLine(bytes, splitter, reader, tape)) yield found;
  }
}

function readLine(
  bytes: Uint8Array,
  splitter: RecordSplitter,
  reader: RecordReader,
  tape: Tape,
): readonly Found[] {
  const { line, offset, terminated, tooLong } = splitter;
  const place = { line, offset };
  if (tooLong) return reader.read([tooLongRefusal(reader.shared.maxRecordBytes)], place, false);
  const record = ByteRecord.scan(bytes, tape);
  if (record && (!tape.hasLetters || isUtf8(bytes))) return reader.read([record], place, false);
  // Whatever has a fault is read in full, which can tell what it is.
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

export function tooLongRefusal(maxRecordBytes: number): Refusal {
  return new Refusal('line-too-long', `the record is longer than ${maxRecordBytes} bytes`);
}
