/** A file shows what it is within this many bytes, or by its first line. */
const HEAD_BYTES = 1 << 16;
const NEWLINE = 10;

/** Bytes of which the first were looked at. */
export interface Peeked {
  readonly head: Uint8Array;
  /** All of them, the head too. */
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** For whoever does not read them to the end. */
  close(): Promise<void>;
}

/** Reads the beginning of a file; what the source throws is thrown here, or where the rest is read. */
export async function peek(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Peeked> {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const close = async (): Promise<void> => {
    await iterator.return?.();
  };
  let head = new Uint8Array(0);
  let ended = false;
  while (!ended && head.length < HEAD_BYTES && !head.includes(NEWLINE)) {
    const { done, value } = await iterator.next();
    if (done) ended = true;
    else head = concat(head, value);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield head;
      while (!ended) {
        const { done, value } = await iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      await close();
    }
  }
  return { head, chunks: all(), close };
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
