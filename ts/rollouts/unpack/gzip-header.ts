import { type ByteSource, CutOff } from './byte-source.ts';
import { Crc32 } from './crc32.ts';

const DEFLATE = 8;
const CHECKED = 2;
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const RESERVED = 0xe0;

/**
 * Takes the header of a member of a gzip file (RFC 1952), so that its deflate stream is next. False where what is next does
 * not begin as a member: then nothing is taken.
 *
 * @throws Error for a header that is damaged or cut off, be it in its first two bytes
 */
export async function takeGzipHeader(source: ByteSource): Promise<boolean> {
  const magic = await source.bytes(2);
  source.giveBack(magic);
  const [first, second = 0x8b] = magic;
  if (first !== 0x1f || second !== 0x8b) return false;
  const sum = new Crc32();
  const take = async (count: number): Promise<Uint8Array> => {
    const bytes = await source.exactly(count);
    sum.add(bytes);
    return bytes;
  };
  const [, , method, flags = 0] = await take(10);
  if (method !== DEFLATE) throw new Error('unknown compression method');
  if ((flags & RESERVED) !== 0) throw new Error('unknown header flags set');
  if ((flags & EXTRA) !== 0) {
    const [low = 0, high = 0] = await take(2);
    await take(low + 256 * high);
  }
  if ((flags & NAME) !== 0) await takeText(source, sum);
  if ((flags & COMMENT) !== 0) await takeText(source, sum);
  if ((flags & CHECKED) !== 0) {
    const [low = 0, high = 0] = await source.exactly(2);
    if (low + 256 * high !== sum.value % 2 ** 16) throw new Error('header crc mismatch');
  }
  return true;
}

/** Up to its byte 0, however far that is. */
async function takeText(source: ByteSource, sum: Crc32): Promise<void> {
  for (let end = -1; end < 0; ) {
    const piece = await source.piece();
    if (piece === null) throw new CutOff();
    end = piece.indexOf(0);
    const text = end < 0 ? piece : piece.subarray(0, end + 1);
    sum.add(text);
    source.giveBack(piece.subarray(text.length));
  }
}
