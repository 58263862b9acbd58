import { type ByteSource, CutOff } from './byte-source.ts';

export type Zlib = typeof import('node:zlib');

/** Of what is unpacked in one call. */
const SMALL_BYTES = 1 << 16;

/**
 * Unpacks one deflate stream; what is behind it stays in the source. DecompressionStream would not tell where that is.
 *
 * @throws Error for what is damaged or cut off, after what could be unpacked
 */
export async function* inflateRaw(source: ByteSource, zlib: Zlib): AsyncGenerator<Uint8Array> {
  const small = await inflateSmall(source, zlib);
  if (small !== null) {
    yield small;
    return;
  }
  const raw = zlib.createInflateRaw({ chunkSize: 1 << 16 });
  let failure: { readonly error: unknown } | null = null;
  let given = 0;
  const writing = (async () => {
    for (;;) {
      const piece = await source.piece();
      if (piece === null) throw new CutOff();
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

/**
 * The same of a stream that lies in the next piece and holds little; null where it is no such one. Files to which lines were
 * added one by one have thousands of them, and a Node stream for each takes twice as long.
 */
async function inflateSmall(source: ByteSource, zlib: Zlib): Promise<Uint8Array | null> {
  const piece = await source.piece();
  if (piece === null) throw new CutOff();
  try {
    const options = { info: true, maxOutputLength: SMALL_BYTES };
    const { buffer, engine } = zlib.inflateRawSync(piece, options) as unknown as Informed;
    source.giveBack(piece.subarray(engine.bytesWritten));
    return buffer;
  } catch {
    source.giveBack(piece);
    return null;
  }
}

/** What zlib gives with `info`, which its types leave out. */
interface Informed {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}
