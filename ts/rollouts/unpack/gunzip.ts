import { nodeModule } from '../../platform/node-module.ts';
import { ByteSource } from './byte-source.ts';
import { Crc32 } from './crc32.ts';
import { takeGzipHeader } from './gzip-header.ts';
import { inflate } from './inflate.ts';
import { inflateRaw, type Zlib } from './inflate-raw.ts';
import { checkRatio } from './packing.ts';

/** What stands behind the last member of a gzip file. */
export interface TrailingBytes {
  /** Packed bytes before them. */
  readonly offset: number;
  readonly count: number;
  /** Whether they are all 0, as where a file was filled up to the size of a block. */
  readonly isPadding: boolean;
}

/**
 * Unpacks gzip, all members of it (RFC 1952). What follows the last one is told and not unpacked, as gzip does; where the
 * runtime has no `node:zlib` it is an error, and so is a second member in most of them.
 *
 * @throws Error for what is damaged or cut off, after all that comes before
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  onTrailing: (trailing: TrailingBytes) => void,
): AsyncGenerator<Uint8Array> {
  const zlib = nodeModule('node:zlib');
  if (zlib === undefined) yield* inflate(chunks, 'gzip');
  else {
    const source = new ByteSource(chunks);
    try {
      yield* members(source, zlib, onTrailing);
    } finally {
      await source.close();
    }
  }
}

async function* members(
  source: ByteSource,
  zlib: Zlib,
  onTrailing: (trailing: TrailingBytes) => void,
): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  let end = source.taken;
  for (; await takeGzipHeader(source); end = source.taken) {
    const sum = new Crc32();
    let length = 0;
    for await (const piece of inflateRaw(source, zlib)) {
      length += piece.length;
      checkRatio(source.taken, unpacked + length);
      sum.add(piece);
      yield piece;
    }
    unpacked += length;
    const tail = await source.exactly(8);
    const view = new DataView(tail.buffer, tail.byteOffset, 8);
    if (view.getUint32(0, true) !== sum.value) throw new Error('incorrect data check');
    if (view.getUint32(4, true) !== length % 2 ** 32) throw new Error('incorrect length check');
  }
  const trailing = await trailingOf(source, end);
  if (trailing.count > 0) onTrailing(trailing);
}

async function trailingOf(source: ByteSource, offset: number): Promise<TrailingBytes> {
  let isPadding = true;
  let count = 0;
  for (let piece = await source.piece(); piece !== null; piece = await source.piece()) {
    count += piece.length;
    isPadding &&= piece.every((byte) => byte === 0);
  }
  return { offset, count, isPadding };
}
