import { deflateRawSync } from 'node:zlib';
import { Crc32 } from '../../ts/rollouts/unpack/crc32.ts';
import { toBytes } from './read.ts';

interface Member {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Default false: it is deflated. */
  readonly stored?: boolean;
}

/** A zip archive, as Python's zipfile writes it. */
export function makeZip(members: readonly Member[]): Uint8Array {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false } of members) {
    const bytes = toBytes(content);
    const packed = stored ? Buffer.from(bytes) : deflateRawSync(bytes);
    const sum = new Crc32();
    sum.add(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(sum.value, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const made = Buffer.from([20, 0]);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), made, common, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, list, Buffer.from('PK\x05\x06'), end]));
}
