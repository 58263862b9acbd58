import { refuse } from '../../errors/refuse.ts';

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads what a `ByteWriter` wrote. Each method throws where the bytes end too soon. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes that are still to be read. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1));
  }

  int32s(count: number): number[] {
    const at = this.#take(4 * count);
    const values: number[] = [];
    for (let i = 0; i < count; i++) values.push(this.#view.getInt32(at + 4 * i, true));
    return values;
  }

  float64s(count: number): number[] {
    const at = this.#take(8 * count);
    const values: number[] = [];
    for (let i = 0; i < count; i++) values.push(this.#view.getFloat64(at + 8 * i, true));
    return values;
  }

  float64(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  /** A number of things that take at least `size` bytes each, so that there cannot be more than the bytes hold. */
  count(size = 0): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const next = this.byte();
      value += (next & 0x7f) * factor;
      if (!Number.isSafeInteger(value)) refuse('a count', 'below 2^53', value);
      if (next < 0x80) break;
    }
    if (value * size > this.left) refuse('a count', `at most what ${this.left} bytes hold`, value);
    return value;
  }

  /** A copy; `slice` is none where the bytes are a Buffer of Node's. */
  bytes(count: number): Uint8Array {
    const at = this.#take(count);
    return new Uint8Array(this.#bytes.subarray(at, at + count));
  }

  text(): string {
    const length = this.count(1);
    const at = this.#take(length);
    return decoder.decode(this.#bytes.subarray(at, at + length));
  }

  #take(size: number): number {
    if (size > this.left) refuse('the bytes that are left', `at least ${size}`, this.left);
    const at = this.#at;
    this.#at += size;
    return at;
  }
}
