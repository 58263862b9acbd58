/** Thrown where more bytes were to come. */
export class CutOff extends Error {
  constructor() {
    super('unexpected end of file');
  }
}

/** Bytes of pieces, taken in any portions. */
export class ByteSource {
  /** Bytes that were taken so far. */
  taken = 0;
  readonly #pieces: AsyncIterator<Uint8Array>;
  /** What the source gave and nobody took. */
  #rest: Uint8Array = new Uint8Array(0);

  /** Pieces that are given may be used again for the next ones. */
  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** What there is without waiting, else the next piece; null at the end. */
  async piece(): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#pieces.next();
      if (done) return null;
      this.#rest = value.slice();
    }
    const piece = this.#rest;
    this.#rest = new Uint8Array(0);
    this.taken += piece.length;
    return piece;
  }

  /** Gives back bytes that were the last to be taken. */
  giveBack(bytes: Uint8Array): void {
    this.taken -= bytes.length;
    this.#rest = this.#rest.length === 0 ? bytes : concat(bytes, this.#rest);
  }

  /** So many bytes, or fewer at the end. */
  async bytes(count: number): Promise<Uint8Array> {
    let bytes: Uint8Array = new Uint8Array(0);
    while (bytes.length < count) {
      const piece = await this.piece();
      if (piece === null) break;
      bytes = bytes.length === 0 ? piece : concat(bytes, piece);
    }
    if (bytes.length > count) this.giveBack(bytes.subarray(count));
    return bytes.subarray(0, count);
  }

  /**
   * So many bytes.
   *
   * @throws CutOff where there are fewer
   */
  async exactly(count: number): Promise<Uint8Array> {
    const bytes = await this.bytes(count);
    if (bytes.length < count) throw new CutOff();
    return bytes;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
