/** A file shows what it is within this many bytes, or by its first line … */
const HEAD_BYTES = 1 << 16;
/** … and the beginning of the second. */
const SECOND_BYTES = 1000;
const NEWLINE = 10;

/** Bytes of which the first were looked at. */
export interface Peeked {
  /** The same bytes in whatever pieces they came. */
  readonly head: Uint8Array;
  /** All of them, the head too. */
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** For whoever does not read them to the end. */
  close(): Promise<void>;
}

/** Reads the beginning of a file. What the source throws is thrown here, or where it has given something, after that is read. */
export async function peek(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Peeked> {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const close = async (): Promise<void> => {
    await iterator.return?.();
  };
  let first = new Uint8Array(0);
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  while (!ended && first.length < headLength(first)) {
    try {
      const { done, value } = await iterator.next();
      if (done) ended = true;
      else first = concat(first, value);
    } catch (error) {
      if (first.length === 0) throw error;
      failure = { error };
      ended = true;
    }
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield first;
      if (failure) throw failure.error;
      while (!ended) {
        const { done, value } = await iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      await close();
    }
  }
  return { head: first.subarray(0, headLength(first)), chunks: all(), close };
}

/** How many bytes of the source are the head. */
function headLength(bytes: Uint8Array): number {
  const end = bytes.subarray(0, HEAD_BYTES).indexOf(NEWLINE);
  return end < 0 ? HEAD_BYTES : end + 1 + SECOND_BYTES;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
