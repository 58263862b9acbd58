import type { RecordReader } from '../record-reader.ts';
import type { SourceReport } from '../source-report.ts';

/**
 * All bytes of a file that can only be read as a whole, in memory of their own; null when there are more than are
 * allowed, and it was refused.
 */
export async function gather(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  report: SourceReport,
  what: string,
): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) {
      report.refuse('line-too-long', `${what} is longer than ${maxBytes} bytes`);
      return null;
    }
    pieces.push(chunk.slice());
  }
  if (report.finished) return null;
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export function gatherDocument(
  chunks: AsyncIterable<Uint8Array>,
  { shared, report }: RecordReader,
): Promise<Uint8Array | null> {
  const hint = 'the document, which has to be read as a whole,';
  return gather(chunks, shared.maxRecordBytes, report, hint);
}
