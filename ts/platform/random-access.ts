import { becameShorter } from './became-shorter.ts';
import { nodeFs } from './node-fs.ts';

/** Bytes that can be read from anywhere. */
export interface RandomAccess {
  readonly size: number;
  /** Bytes from `start` up to `end`, in memory of their own. */
  slice(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/**
 * A file that is read piece by piece, from anywhere.
 *
 * @throws UpperhandError `no-file-system` where there are no files; what the file system throws
 */
export async function openRandomAccess(path: string | URL): Promise<RandomAccess> {
  const file = await nodeFs('a file given by its path').open(path, 'r');
  const { size } = await file.stat();
  return {
    size,
    async slice(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
        if (bytesRead === 0) throw becameShorter(size, start + at);
        at += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}

/** The same of bytes that are held. */
export function heldAccess(bytes: Uint8Array): RandomAccess {
  return {
    size: bytes.length,
    slice: async (start, end) => bytes.slice(start, end),
    close: async () => {},
  };
}
