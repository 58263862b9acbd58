import { nextTurn } from '../../platform/next-turn.ts';
import { openReadAt, type ReadAt } from '../../platform/read-at.ts';
import { FileBlocks, type WalkedBlock } from '../projection/file-blocks.ts';
import { LineThreads } from '../projection/line-threads.ts';
import { borrowTape, giveBack } from '../projection/make-tape.ts';
import { shareMemory } from '../projection/shared-blocks.ts';
import type { Found } from '../reading-context.ts';
import type { RecordReader } from '../record-reader.ts';
import { LineReader } from './line-reader.ts';

const NEWLINE = 10;
const BLOCK_BYTES = 1 << 20;

export interface LineFileOptions {
  /** Threads beside this one. */
  readonly threads: number;
  /** A multiple of 4. Default 1 MiB. */
  readonly blockBytes?: number;
  /** The module of the threads. Default: beside this one. */
  readonly workerFile?: string | URL;
}

/**
 * Rows of a large file of JSON lines, those of each block together. Threads walk over blocks ahead of this one, which makes rows of
 * them in their order, and walks over blocks itself while none is ready: all come to the same, so that it does not matter which
 * of them does what, or whether threads can be started.
 *
 * @throws what the file system throws
 */
export async function* readJsonLineFile(
  path: string,
  reader: RecordReader,
  options: LineFileOptions,
): AsyncGenerator<Iterable<Found>> {
  const { threads, blockBytes = BLOCK_BYTES, workerFile } = options;
  const tape = borrowTape();
  if (tape === undefined) throw new TypeError('there is no WebAssembly');
  const file = openReadAt(path);
  const memory = shareMemory(blockBytes, Math.ceil(file.bytes / blockBytes));
  const workers = new LineThreads(file, memory, threads, workerFile);
  try {
    const own = new FileBlocks(tape, file.readAt, blockBytes);
    const lines = new LineReader(reader);
    for await (const walked of inOrder(own, workers, memory.blocks, lines)) {
      const { block, offset, unfinished } = walked;
      if (offset >= 0) yield lines.readBlock(block);
      lines.lookDeeper(block, blockBytes);
      if (unfinished >= 0) yield readLongLine(file, unfinished, lines);
      reader.shared.onBytes?.(blockBytes);
      if (reader.finished) return;
    }
    yield lines.end();
  } finally {
    await workers.end();
    file.close();
    giveBack(tape);
  }
}

/** The blocks of a file, whoever walked over them. Each is used up before the next one is asked for. */
async function* inOrder(
  own: FileBlocks,
  workers: LineThreads,
  count: number,
  lines: LineReader,
): AsyncGenerator<WalkedBlock> {
  const { blocks } = workers;
  /** Walked over here before its turn; there is memory for one. */
  let ahead = null as { readonly number: number; readonly walked: WalkedBlock } | null;
  /** Claimed by this thread and not kept: memory had to serve for another one, or they could not be read. */
  const dropped = new Set<number>();
  for (let number = 0; ; number++) {
    blocks.depth = lines.depth;
    let walked: WalkedBlock | null | undefined;
    if (ahead?.number === number) {
      ({ walked } = ahead);
      ahead = null;
    }
    // Beyond the count there is something where the file grew.
    const isShared = number < count && !dropped.delete(number);
    while (walked === undefined && isShared) {
      walked = blocks.take(number);
      if (walked !== undefined) break;
      const claimed: number = ahead === null ? blocks.claim() : -1;
      if (claimed === number) break;
      if (claimed > number) {
        try {
          ahead = { number: claimed, walked: own.walk(claimed, lines.depth) };
        } catch {
          // That is told when its turn comes, after all that can be read.
          dropped.add(claimed);
        }
      } else if (workers.running === 0) break;
      // The end of a thread is told of by the event loop.
      else if (!blocks.waitFor(number)) await nextTurn();
    }
    if (!walked) {
      if (ahead) dropped.add(ahead.number);
      ahead = null;
      walked = own.walk(number, lines.depth);
    }
    yield walked;
    blocks.done(number + 1);
    if (walked.isLast) return;
  }
}

/** Rows of a line whose end is far away, or missing. */
function* readLongLine(file: ReadAt, start: number, lines: LineReader): Generator<Found> {
  const piece = new Uint8Array(BLOCK_BYTES);
  for (let at = start; ; ) {
    const length = file.readAt(piece, at);
    const end = piece.subarray(0, length).indexOf(NEWLINE) + 1;
    yield* lines.readOneByOne(piece.subarray(0, end || length));
    if (end > 0 || length === 0) return;
    at += length;
  }
}
