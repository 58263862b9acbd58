import { nodeModule } from '../../platform/node-module.ts';
import { ByteSource } from './byte-source.ts';
import { Crc32 } from './crc32.ts';
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

/** Longest name or comment in the header of a member. */
const MOST_TEXT = 1 << 16;
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const CHECKED = 2;
const RESERVED = 0xe0;

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
  for (let member = 0; ; member++) {
    const offset = source.taken;
    const head = await source.bytes(10);
    if (member > 0 && head.length === 0) return;
    if (member > 0 && !isHeader(head)) {
      source.giveBack(head);
      onTrailing(await trailingOf(source, offset));
      return;
    }
    if (head.length < 10) throw new Error('unexpected end of file');
    if (!isHeader(head)) throw new Error('incorrect header check');
    await skipHeader(source, head[3] as number);
    let sum = 0;
    let length = 0;
    const slow = zlib.crc32 === undefined ? new Crc32() : null;
    for await (const piece of inflateRaw(source, zlib)) {
      length += piece.length;
      checkRatio(source.taken, unpacked + length);
      if (slow === null) sum = zlib.crc32(piece, sum);
      else slow.add(piece);
      yield piece;
    }
    unpacked += length;
    const tail = await source.bytes(8);
    if (tail.length < 8) throw new Error('unexpected end of file');
    const view = new DataView(tail.buffer, tail.byteOffset, 8);
    if (view.getUint32(0, true) !== (slow?.value ?? sum)) throw new Error('incorrect data check');
    if (view.getUint32(4, true) !== length % 2 ** 32) throw new Error('incorrect length check');
  }
}

function isHeader(head: Uint8Array): boolean {
  const [first, second, method, flags = 0] = head;
  return first === 0x1f && second === 0x8b && method === 8 && (flags & RESERVED) === 0;
}

async function skipHeader(source: ByteSource, flags: number): Promise<void> {
  if ((flags & EXTRA) !== 0) {
    const [low = 0, high = 0] = await source.bytes(2);
    await source.bytes(low + 256 * high);
  }
  if ((flags & NAME) !== 0) await skipText(source);
  if ((flags & COMMENT) !== 0) await skipText(source);
  if ((flags & CHECKED) !== 0) await source.bytes(2);
}

/** Up to the byte 0. */
async function skipText(source: ByteSource): Promise<void> {
  for (let length = 0; length < MOST_TEXT; ) {
    const piece = await source.piece();
    if (piece === null) return;
    const end = piece.indexOf(0);
    if (end >= 0) {
      source.giveBack(piece.subarray(end + 1));
      return;
    }
    length += piece.length;
  }
  throw new Error('incorrect header check');
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
