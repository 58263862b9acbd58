import { messageOf } from '../../errors/message-of.ts';
import { toRecord } from '../json-records.ts';
import type { Found } from '../reading-context.ts';
import type { RecordReader } from '../record-reader.ts';
import { decodeUtf8 } from '../utf8.ts';
import { gatherDocument } from './gather.ts';
import { noteInvalidUtf8 } from './invalid-utf8.ts';

/** Rows of a YAML document. */
export async function* readYamlFile(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
): AsyncGenerator<Iterable<Found>> {
  const bytes = await gatherDocument(chunks, reader);
  if (!bytes) return;
  const { text, invalidAt } = decodeUtf8(bytes);
  if (invalidAt >= 0) noteInvalidUtf8(reader, 1, invalidAt);
  const { parse } = await import('yaml');
  let document: unknown;
  try {
    // What Python writes is YAML 1.1.
    document = parse(text, { version: '1.1', merge: false, logLevel: 'error' });
  } catch (error) {
    reader.report.refuse('malformed-yaml', `is no valid YAML: ${messageOf(error).split('\n')[0]}`);
    return;
  }
  if (document === null || document === undefined) return;
  yield readEntries(Array.isArray(document) ? document : [document], reader, invalidAt >= 0);
}

function* readEntries(
  entries: readonly unknown[],
  reader: RecordReader,
  damaged: boolean,
): Generator<Found> {
  for (const [i, entry] of entries.entries()) {
    yield* reader.read([toRecord(entry, () => undefined)], { line: i + 1, offset: 0 }, damaged);
  }
}
