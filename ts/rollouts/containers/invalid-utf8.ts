import type { RecordReader } from '../record-reader.ts';

export function noteInvalidUtf8(reader: RecordReader, line: number, offset: number): void {
  const message = `byte ${offset} of the file is no UTF-8; it is read as U+FFFD`;
  reader.report.note('invalid-utf8', message, { line, offset });
}
