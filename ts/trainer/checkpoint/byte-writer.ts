const FIRST_CAPACITY = 1024;
const encoder = /* @__PURE__ */ new TextEncoder();

/** Bytes that grow; numbers are little endian. */
export class ByteWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  byte(value: number): void {
    const at = this.#grow(1);
    this.#view.setUint8(at, value);
  }

  int32s(values: readonly number[]): void {
    let at = this.#grow(4 * values.length);
    for (const value of values) {
      this.#view.setInt32(at, value, true);
      at += 4;
    }
  }

  float64s(values: readonly number[]): void {
    let at = this.#grow(8 * values.length);
    for (const value of values) {
      this.#view.setFloat64(at, value, true);
      at += 8;
    }
  }

  float64(value: number): void {
    const at = this.#grow(8);
    this.#view.setFloat64(at, value, true);
  }

  /** A whole number, 0 or more, in as many bytes as it needs: seven bits in each, the low ones first. */
  count(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** As they are, without their number. */
  bytes(values: Uint8Array): void {
    const at = this.#grow(values.length);
    this.#bytes.set(values, at);
  }

  /** Well-formed text, with its length. */
  text(value: string): void {
    const bytes = encoder.encode(value);
    this.count(bytes.length);
    this.bytes(bytes);
  }

  /** What was written so far. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Makes room, and gives its place. */
  #grow(size: number): number {
    const at = this.#length;
    this.#length += size;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
