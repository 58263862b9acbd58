import { checkRatio } from './packing.ts';

/** Unpacks Zstandard. */
export async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  const ready: Uint8Array[] = [];
  let packed = 0;
  let unpacked = 0;
  const stream = new Decompress((piece) => {
    unpacked += piece.length;
    checkRatio(packed, unpacked);
    ready.push(piece);
  });
  for await (const chunk of chunks) {
    packed += chunk.length;
    stream.push(chunk.slice());
    yield* ready.splice(0);
  }
  stream.push(new Uint8Array(0), true);
  yield* ready.splice(0);
}
