import type { RandomAccess } from '../../platform/random-access.ts';
import { Crc32 } from './crc32.ts';
import { inflate } from './inflate.ts';

/** A file in a zip archive. */
export interface ZipMember {
  readonly name: string;
  /** Bytes of it, unpacked. */
  readonly size: number;
  open(): AsyncGenerator<Uint8Array>;
}

const [END, END64, LOCATOR64, ENTRY] = [0x06054b50, 0x06064b50, 0x07064b50, 0x02014b50] as const;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
/** Of a list of members that would be hundreds of thousands. */
const MAX_LIST_BYTES = 2 ** 26;
const PIECE_BYTES = 1 << 18;
const MAX32 = 0xffffffff;

/**
 * The files in a zip archive, by the list at its end; folders are left out. PKWARE's APPNOTE 6.3, with zip64; members are
 * stored or deflated.
 *
 * @throws Error for what is no zip archive, or a damaged one
 */
export async function listZip(file: RandomAccess): Promise<ZipMember[]> {
  const { start, size, count } = await findList(file);
  if (size > MAX_LIST_BYTES) throw new Error(`its list of members takes ${size} bytes`);
  const view = viewOf(await file.slice(start, start + size));
  const members: ZipMember[] = [];
  for (let at = 0, i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY)
      throw new Error('its list of members is damaged');
    const nameLength = view.getUint16(at + 28, true);
    const next =
      at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const name = decoder.decode(bytesOf(view, at + 46, nameLength));
    if (!name.endsWith('/')) members.push(toMember(file, view, at, name));
    at = next;
  }
  return members;
}

async function findList(
  file: RandomAccess,
): Promise<{ start: number; size: number; count: number }> {
  const from = Math.max(0, file.size - END_BYTES - MAX_COMMENT);
  const tail = viewOf(await file.slice(from, file.size));
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) throw new Error('its list of members is missing; was the file cut off?');
  const list = {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    start: tail.getUint32(at + 16, true),
  };
  if (at < 20 || tail.getUint32(at - 20, true) !== LOCATOR64) return list;
  const place = Number(tail.getBigUint64(at - 12, true));
  const end = viewOf(await file.slice(place, place + 56));
  if (end.byteLength < 56 || end.getUint32(0, true) !== END64) return list;
  return {
    count: Number(end.getBigUint64(32, true)),
    size: Number(end.getBigUint64(40, true)),
    start: Number(end.getBigUint64(48, true)),
  };
}

function toMember(file: RandomAccess, view: DataView, at: number, name: string): ZipMember {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const crc = view.getUint32(at + 16, true);
  const [size, packed, header] = sizesOf(view, at);
  async function* open(): AsyncGenerator<Uint8Array> {
    if ((flags & 1) !== 0) throw new Error('it is encrypted');
    if (method !== 0 && method !== 8) throw new Error(`it is packed by method ${method}`);
    const local = viewOf(await file.slice(header, header + 30));
    if (local.byteLength < 30) throw new Error('the archive ends before it');
    const start = header + 30 + local.getUint16(26, true) + local.getUint16(28, true);
    const pieces = piecesOf(file, start, start + packed);
    const sum = new Crc32();
    let length = 0;
    for await (const piece of method === 8 ? inflate(pieces, 'deflate-raw') : pieces) {
      length += piece.length;
      if (length > size) throw new Error('it is longer than its archive says');
      sum.add(piece);
      yield piece;
    }
    if (length !== size || sum.value !== crc)
      throw new Error('it is damaged: its checksum differs');
  }
  return { name, size, open };
}

/** Unpacked, packed, and where its header is; numbers that need 64 bits stand in an extra field. */
function sizesOf(view: DataView, at: number): [size: number, packed: number, header: number] {
  const sizes: [number, number, number] = [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ];
  if (!sizes.includes(MAX32)) return sizes;
  let extra = at + 46 + view.getUint16(at + 28, true);
  const end = extra + view.getUint16(at + 30, true);
  while (extra + 4 <= end && view.getUint16(extra, true) !== 1)
    extra += 4 + view.getUint16(extra + 2, true);
  extra += 4;
  return sizes.map((size) => {
    if (size !== MAX32 || extra + 8 > end) return size;
    extra += 8;
    return Number(view.getBigUint64(extra - 8, true));
  }) as [number, number, number];
}

async function* piecesOf(
  file: RandomAccess,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += PIECE_BYTES) {
    yield await file.slice(at, Math.min(end, at + PIECE_BYTES));
  }
}

const decoder = /* @__PURE__ */ new TextDecoder();

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function bytesOf(view: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, length);
}
