import { nodeFs } from './node-fs.ts';

const CHUNK_BYTES = 1 << 18;

/**
 * A file piece by piece, each in the same memory.
 *
 * @throws UpperhandError `no-file-system` where there are no files; what the file system throws
 */
export async function* readFileChunks(path: string | URL): AsyncGenerator<Uint8Array> {
  const file = await nodeFs('a file given by its path').open(path, 'r');
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
