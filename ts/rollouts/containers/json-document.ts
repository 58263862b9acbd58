import { readJsonDocument } from '../json-records.ts';
import type { Found } from '../reading-context.ts';
import type { RecordReader } from '../record-reader.ts';
import { decodeUtf8 } from '../utf8.ts';
import { gatherDocument } from './gather.ts';
import { noteInvalidUtf8 } from './invalid-utf8.ts';

/** Rows of a JSON document over several lines. */
export async function* readJsonFile(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
): AsyncGenerator<Iterable<Found>> {
  const bytes = await gatherDocument(chunks, reader);
  if (bytes) yield readDocument(bytes, reader);
}

function* readDocument(bytes: Uint8Array, reader: RecordReader): Generator<Found> {
  const { text, invalidAt } = decodeUtf8(bytes);
  if (invalidAt >= 0) noteInvalidUtf8(reader, 1, invalidAt);
  let line = 0;
  for (const record of readJsonDocument(text)) {
    line++;
    yield* reader.read([record], { line, offset: 0 }, invalidAt >= 0);
  }
}
