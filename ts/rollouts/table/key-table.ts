import { Column } from './column.ts';

/** Starts are counted from the first block in 32 bits: 4 GB of keys. */
const BLOCK = 1 << 20;
/** No byte of an encoded key. */
const END = 0xff;

/**
 * Numbers texts in the order in which they first appear. A Map of strings costs some 100 bytes a key; this costs the
 * bytes of the key and 10 to 16 more, which counts where every rollout has a task of its own.
 *
 * UTF-16 units are kept one by one as up to three bytes, so that lone surrogates survive.
 *
 * @example
 * const keys = new KeyTable();
 * keys.intern('a'); // 0
 * keys.intern('b'); // 1
 * keys.intern('a'); // 0
 * keys.text(1);     // 'b'
 */
export class KeyTable {
  /** Keys end with END and never cross the end of a block; a longer one has a block of its own. */
  readonly #blocks: Uint8Array[] = [];
  readonly #starts = new Column(Uint32Array);
  #used = BLOCK;
  #slots = new Uint32Array(1024);
  #scratch = new Uint8Array(256);

  get size(): number {
    return this.#starts.length;
  }

  intern(text: string): number {
    if (this.size * 4 > this.#slots.length * 3) this.#grow();
    const length = this.#encode(text);
    const slot = this.#find(this.#scratch, 0, length);
    const held = this.#slots[slot] as number;
    if (held > 0) return held - 1;
    this.#append(length);
    this.#slots[slot] = this.size;
    return this.size - 1;
  }

  /** @param index - as `intern` gave it */
  text(index: number): string {
    const start = this.#starts.get(index);
    const block = this.#blocks[Math.floor(start / BLOCK)] as Uint8Array;
    let text = '';
    for (let at = start % BLOCK; block[at] !== END; ) {
      const lead = block[at++] as number;
      if (lead < 0x80) text += String.fromCharCode(lead);
      else if (lead < 0xe0) text += String.fromCharCode(((lead & 0x1f) << 6) | low(block, at++));
      else {
        const high = ((lead & 0x0f) << 12) | (low(block, at++) << 6);
        text += String.fromCharCode(high | low(block, at++));
      }
    }
    return text;
  }

  /** Gives back what only `intern` needs. */
  seal(): void {
    this.#slots = new Uint32Array(0);
  }

  /** Writes the key and its END to the scratch; returns the length of both. */
  #encode(text: string): number {
    if (this.#scratch.length < 3 * text.length + 1) {
      this.#scratch = new Uint8Array(6 * text.length + 2);
    }
    const bytes = this.#scratch;
    let length = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) bytes[length++] = unit;
      else if (unit < 0x800) {
        bytes[length++] = 0xc0 | (unit >>> 6);
        bytes[length++] = 0x80 | (unit & 0x3f);
      } else {
        bytes[length++] = 0xe0 | (unit >>> 12);
        bytes[length++] = 0x80 | ((unit >>> 6) & 0x3f);
        bytes[length++] = 0x80 | (unit & 0x3f);
      }
    }
    bytes[length++] = END;
    return length;
  }

  #append(length: number): void {
    if (this.#used + length > BLOCK) {
      this.#blocks.push(new Uint8Array(Math.max(BLOCK, length)));
      this.#used = 0;
    }
    const block = this.#blocks.length - 1;
    (this.#blocks[block] as Uint8Array).set(this.#scratch.subarray(0, length), this.#used);
    this.#starts.push(block * BLOCK + this.#used);
    this.#used += length;
  }

  /** The slot that holds the key which stands in `bytes`, or the free one where it belongs. */
  #find(bytes: Uint8Array, from: number, length: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(bytes, from) & mask;
    for (;;) {
      const held = this.#slots[slot] as number;
      if (held === 0 || this.#equals(held - 1, bytes, from, length)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #equals(index: number, bytes: Uint8Array, from: number, length: number): boolean {
    const start = this.#starts.get(index);
    const block = this.#blocks[Math.floor(start / BLOCK)] as Uint8Array;
    const offset = start % BLOCK;
    for (let i = 0; i < length; i++) if (block[offset + i] !== bytes[from + i]) return false;
    return true;
  }

  #grow(): void {
    const mask = 2 * this.#slots.length - 1;
    const slots = new Uint32Array(mask + 1);
    for (let index = 0; index < this.size; index++) {
      const start = this.#starts.get(index);
      const block = this.#blocks[Math.floor(start / BLOCK)] as Uint8Array;
      let slot = hash(block, start % BLOCK) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.#slots = slots;
  }
}

function low(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) & 0x3f;
}

/** FNV-1a up to END, its high bits mixed into the low ones. */
function hash(bytes: Uint8Array, from: number): number {
  let value = 0x811c9dc5;
  for (let at = from; bytes[at] !== END; at++) {
    value = Math.imul(value ^ (bytes[at] as number), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 12)) >>> 0;
}
