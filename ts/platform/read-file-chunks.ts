import { becameShorter } from './became-shorter.ts';
import { nodeFs } from './node-fs.ts';

const CHUNK_BYTES = 1 << 19;

/**
 * A file piece by piece, with all that is added meanwhile; the memory of a piece is used again after the next one. That one is
 * read while a piece is in use.
 *
 * @throws UpperhandError `no-file-system` where there are no files; what the file system throws; Error where it became shorter
 */
export async function* readFileChunks(path: string | URL): AsyncGenerator<Uint8Array> {
  const file = await nodeFs('a file given by its path').open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffers = [new Uint8Array(CHUNK_BYTES), new Uint8Array(CHUNK_BYTES)] as const;
    const read = (i: 0 | 1): Promise<Uint8Array> => {
      const piece = file
        .read(buffers[i], 0, CHUNK_BYTES, null)
        .then(({ bytesRead }) => buffers[i].subarray(0, bytesRead));
      // It fails where it is waited for, which may be never.
      piece.catch(() => {});
      return piece;
    };
    for (let i: 0 | 1 = 0, next = read(0), end = 0; ; ) {
      const piece = await next;
      end += piece.length;
      if (piece.length === 0) {
        if (end < size) throw becameShorter(size, end);
        return;
      }
      i = i === 0 ? 1 : 0;
      next = read(i);
      yield piece;
    }
  } finally {
    await file.close();
  }
}
