import type { ByteSource } from './byte-source.ts';

export type Zlib = typeof import('node:zlib');

/**
 * Unpacks one deflate stream; what is behind it stays in the source. DecompressionStream would not tell where that is.
 *
 * @throws Error for what is damaged or cut off, after what could be unpacked
 */
export async function* inflateRaw(source: ByteSource, zlib: Zlib): AsyncGenerator<Uint8Array> {
  const raw = zlib.createInflateRaw({ chunkSize: 1 << 16 });
  let failure: { readonly error: unknown } | null = null;
  let given = 0;
  const writing = (async () => {
    for (;;) {
      const piece = await source.piece();
      if (piece === null) throw new Error('unexpected end of file');
      given += piece.length;
      await new Promise<void>((resolve) => {
        raw.once('close', resolve);
        raw.write(piece, () => {
          raw.off('close', resolve);
          resolve();
        });
      });
      const rest = given - raw.bytesWritten;
      if (rest === 0 && !raw.destroyed) continue;
      // It wants no more: the stream is at its end.
      source.giveBack(piece.subarray(piece.length - rest));
      return;
    }
  })().catch((error: unknown) => {
    failure = { error };
    // What it has unpacked is read before.
    raw.push(null);
  });
  try {
    yield* raw;
  } finally {
    raw.destroy();
    await writing;
  }
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
}
