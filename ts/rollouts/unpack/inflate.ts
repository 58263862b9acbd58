import { checkRatio } from './packing.ts';

/** Unpacks what DecompressionStream knows. Pieces that are given may be used again for the next ones. */
export async function* inflate(
  chunks: AsyncIterable<Uint8Array>,
  kind: 'gzip' | 'deflate-raw',
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream(kind);
  const reader = readable.getReader();
  const writer = writable.getWriter();
  let packed = 0;
  let unpacked = 0;
  const failure: { error?: unknown } = {};
  const writing = (async () => {
    try {
      for await (const chunk of chunks) {
        packed += chunk.length;
        await writer.write(chunk.slice());
      }
      await writer.close();
    } catch (error) {
      failure.error ??= error;
      await writer.abort(error).catch(() => {});
    }
  })();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      unpacked += value.length;
      checkRatio(packed, unpacked);
      yield value;
    }
  } catch (error) {
    // What the source of the bytes said is the reason of what the stream says.
    throw failure.error ?? error;
  } finally {
    await reader.cancel().catch(() => {});
    await writing;
  }
}
