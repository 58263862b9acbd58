import { borrowTape, giveBack } from '../projection/make-tape.ts';
import { MAX_BYTES, type WasmTape } from '../projection/wasm-tape.ts';
import type { Found } from '../reading-context.ts';
import type { RecordReader } from '../record-reader.ts';
import { LineReader } from './line-reader.ts';

const NEWLINE = 10;

/** Rows of JSON lines, those of each piece of the file together. */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
): AsyncGenerator<Iterable<Found>> {
  const tape = borrowTape();
  if (tape === undefined) yield* readOneByOne(chunks, reader);
  else {
    try {
      yield* readInBlocks(chunks, reader, tape);
    } finally {
      giveBack(tape);
    }
  }
}

/** Lines that lie together in a piece are walked over together. */
async function* readInBlocks(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
  tape: WasmTape,
): AsyncGenerator<Iterable<Found>> {
  const lines = new LineReader(reader);
  /** The beginning of a line, in the memory of the tape: from where, and how long. */
  let [from, held] = [0, 0];
  for await (const chunk of chunks) {
    let rest = chunk;
    if (lines.isLong) {
      const end = chunk.indexOf(NEWLINE) + 1;
      yield lines.readOneByOne(chunk.subarray(0, end || chunk.length));
      if (end === 0) continue;
      rest = chunk.subarray(end);
      lines.isLong = false;
    }
    const end = rest.lastIndexOf(NEWLINE) + 1;
    const room = tape.room(from + held + rest.length);
    if (from > 0) room.copyWithin(0, from, from + held);
    room.set(rest, held);
    from = 0;
    if (end > 0) {
      const block = tape.walk(0, held + end, lines.depth);
      yield lines.readBlock(block);
      lines.lookDeeper(block, held + end);
      from = held + end;
      held = 0;
    }
    held += rest.length - end;
    if (held > MAX_BYTES) {
      // Such a line is not gathered twice.
      lines.isLong = true;
      yield lines.readOneByOne(tape.room(0).slice(from, from + held));
      from = held = 0;
    }
  }
  if (reader.finished) return;
  yield lines.readOneByOne(tape.room(0).slice(from, from + held));
  yield lines.end();
}

/** The same where there is no WebAssembly. */
async function* readOneByOne(
  chunks: AsyncIterable<Uint8Array>,
  reader: RecordReader,
): AsyncGenerator<Iterable<Found>> {
  const lines = new LineReader(reader);
  for await (const chunk of chunks) yield lines.readOneByOne(chunk);
  if (!reader.finished) yield lines.end();
}
