import { fingerprint } from './fingerprint.ts';

/**
 * Which texts were seen before, and a number for each: a hash table of fingerprints in flat arrays, 16 to 32 bytes
 * an entry whatever the length of the text. Two texts are taken for the same once in about 10^19 pairs, so it serves
 * for reports, never for grouping.
 */
export class FingerprintTable {
  #high = new Uint32Array(1024);
  #low = new Uint32Array(1024);
  #value = new Uint32Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Remembers `value` (1 or more) for `text`; returns what was remembered before, which then stays, or 0. */
  add(text: string, value: number): number {
    if (this.#size * 4 > this.#value.length * 3) this.#grow();
    const { high, low } = fingerprint(text);
    const at = this.#find(high, low);
    const before = this.#value[at] as number;
    if (before === 0) {
      this.#set(at, high, low, value);
      this.#size++;
    }
    return before;
  }

  /** Counts how often a text was given. */
  count(text: string): void {
    const { high, low } = fingerprint(text);
    if (this.add(text, 1) === 0) return;
    const at = this.#find(high, low);
    this.#value[at] = (this.#value[at] as number) + 1;
  }

  /** The smallest and the largest number that is remembered; both 0 where there is none. */
  range(): { readonly least: number; readonly most: number } {
    let [least, most] = [0, 0];
    for (const value of this.#value) {
      if (value === 0) continue;
      least = least === 0 ? value : Math.min(least, value);
      most = Math.max(most, value);
    }
    return { least, most };
  }

  #find(high: number, low: number): number {
    const mask = this.#value.length - 1;
    let at = low & mask;
    while (this.#value[at] !== 0 && (this.#low[at] !== low || this.#high[at] !== high)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  #set(at: number, high: number, low: number, value: number): void {
    this.#high[at] = high;
    this.#low[at] = low;
    this.#value[at] = value;
  }

  #grow(): void {
    const [high, low, value] = [this.#high, this.#low, this.#value];
    this.#high = new Uint32Array(2 * value.length);
    this.#low = new Uint32Array(2 * value.length);
    this.#value = new Uint32Array(2 * value.length);
    value.forEach((held, i) => {
      if (held === 0) return;
      const [h, l] = [high[i] as number, low[i] as number];
      this.#set(this.#find(h, l), h, l, held);
    });
  }
}
