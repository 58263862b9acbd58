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
    yield* unpackedBy(() => stream.push(chunk.slice()));
  }
  yield* unpackedBy(() => stream.push(new Uint8Array(0), true));

  /** What comes before bytes that are none of Zstandard is given before those throw. */
  function* unpackedBy(push: () => void): Generator<Uint8Array> {
    try {
      push();
    } finally {
      yield* ready.splice(0);
    }
  }
}
