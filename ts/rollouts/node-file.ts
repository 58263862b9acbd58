import { open } from 'node:fs/promises';

const CHUNK_BYTES = 1 << 18;

/** A file piece by piece, each in the same memory. */
export async function* readFileChunks(path: string | URL): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
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
