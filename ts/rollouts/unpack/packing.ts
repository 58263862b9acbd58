/** How the bytes of a file are packed; null when they are not. */
export type Packing = 'gzip' | 'zstd' | 'zip' | null;

const magic: readonly (readonly [start: string, packing: Packing])[] = [
  ['\x1f\x8b', 'gzip'],
  ['\x28\xb5\x2f\xfd', 'zstd'],
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
];

export function packingOf(head: Uint8Array): Packing {
  const text = String.fromCharCode(...head.subarray(0, 4));
  // A frame to be skipped: pzstd puts one, with the size of what follows, in front of each frame.
  if (text[0] && 'P' <= text[0] && text[0] <= '_' && text.endsWith('*M\x18')) return 'zstd';
  return magic.find(([start]) => text.startsWith(start))?.[1] ?? null;
}

/** Beyond this many bytes … */
export const TIGHT_BYTES: number = 2 ** 28;
/** … nothing that people write packs so much more tightly than this. */
export const TIGHT_RATIO = 300;

/** Thrown where more comes out of a packed file than anybody would have put in. */
export class PackedTooTightly extends Error {
  constructor(packed: number, unpacked: number) {
    super(
      `${packed} bytes unpack to more than ${unpacked}, over ${TIGHT_RATIO} times as many: it is not read further; unpack it yourself if that is right`,
    );
  }
}

/** @throws PackedTooTightly where so few packed bytes have made so many */
export function checkRatio(packed: number, unpacked: number): void {
  if (unpacked > TIGHT_BYTES && unpacked > packed * TIGHT_RATIO) {
    throw new PackedTooTightly(packed, unpacked);
  }
}
