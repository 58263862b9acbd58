import { type Bits, fingerprint } from './fingerprint.ts';

/** Of an entry: the two halves of a fingerprint and its number, which is 0 in a free one. */
const ENTRY = 3;
const [HIGH, LOW, VALUE] = [0, 1, 2] as const;

/**
 * Which texts were seen before, and a number for each: a hash table of fingerprints in a flat array, 16 to 32 bytes
 * an entry whatever the length of the text. Two texts are taken for the same once in about 10^19 pairs, so it serves
 * for reports, never for grouping.
 */
export class FingerprintTable {
  #entries = new Uint32Array(1024 * ENTRY);
  /** One less than how many there is room for, a power of two. */
  #mask = 1023;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * Remembers `value` (1 or more) for `text`; returns what was remembered before, which then stays, or 0.
   *
   * @param before - what `hashText` gave of a text that `text` goes on from
   */
  add(text: string, value: number, before?: Bits): number {
    if (this.#size * 4 > this.#mask * 3) this.#grow();
    const { high, low } = fingerprint(text, before);
    const at = find(this.#entries, this.#mask, high, low);
    const held = this.#entries[at + VALUE] as number;
    if (held === 0) {
      set(this.#entries, at, high, low, value);
      this.#size++;
    }
    return held;
  }

  /** Counts how often a text was given. */
  count(text: string): void {
    if (this.add(text, 1) === 0) return;
    const { high, low } = fingerprint(text);
    const at = find(this.#entries, this.#mask, high, low);
    this.#entries[at + VALUE] = (this.#entries[at + VALUE] as number) + 1;
  }

  /** The smallest and the largest number that is remembered; both 0 where there is none. */
  range(): { readonly least: number; readonly most: number } {
    let [least, most] = [0, 0];
    for (let at = 0; at < this.#entries.length; at += ENTRY) {
      const value = this.#entries[at + VALUE] as number;
      if (value === 0) continue;
      least = least === 0 ? value : Math.min(least, value);
      most = Math.max(most, value);
    }
    return { least, most };
  }

  #grow(): void {
    const mask = 2 * this.#mask + 1;
    const before = this.#entries;
    const entries = new Uint32Array((mask + 1) * ENTRY);
    for (let at = 0; at < before.length; at += ENTRY) {
      const value = before[at + VALUE] as number;
      if (value === 0) continue;
      const [high, low] = [before[at + HIGH] as number, before[at + LOW] as number];
      set(entries, find(entries, mask, high, low), high, low, value);
    }
    this.#entries = entries;
    this.#mask = mask;
  }
}

/** The entry of a fingerprint, or the free one where it belongs. */
function find(entries: Uint32Array, mask: number, high: number, low: number): number {
  let place = low & mask;
  for (;;) {
    const at = place * ENTRY;
    if (entries[at + VALUE] === 0) return at;
    if (entries[at + LOW] === low && entries[at + HIGH] === high) return at;
    place = (place + 1) & mask;
  }
}

function set(entries: Uint32Array, at: number, high: number, low: number, value: number): void {
  entries[at + HIGH] = high;
  entries[at + LOW] = low;
  entries[at + VALUE] = value;
}
