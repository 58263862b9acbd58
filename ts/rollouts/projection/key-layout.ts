import type { LineBlock } from './lines.ts';
import { sameBytes } from './same-bytes.ts';
import { ENTRY, KEY_END, KEY_START, NEXT, type Tape } from './tape.ts';

/** Names that change more often than that are looked up as if they were never the same. */
export const PATIENCE = 64;

/**
 * Finds members of objects that have the same names in the same order, one after the other, as lines of a file do: names are
 * compared with those of the object before, and not looked up.
 */
export class KeyLayout {
  /** Entries of the wanted members of the object that was read last, in their order. */
  readonly members: Int32Array;
  readonly #wanted: readonly string[];
  readonly #unwanted: ReadonlySet<string>;
  /** Names of the last object one after the other, where each ends, and which is wanted as what (-1: as nothing). */
  #names = new DataView(new ArrayBuffer(0));
  #ends = new Int32Array(0);
  #places = new Int32Array(0);
  #isGood = false;
  #patience = PATIENCE;

  constructor(wanted: readonly string[], unwanted: readonly string[]) {
    this.#wanted = wanted;
    this.#unwanted = new Set(unwanted);
    this.members = new Int32Array(wanted.length);
  }

  /** False where a wanted name is missing or an unwanted one is there, or where names are not as simple as that. */
  read(tape: LineBlock, object: number): boolean {
    if (this.#patience < 0) return false;
    if (!this.follow(tape, object)) {
      this.#patience--;
      this.learn(tape, object);
      this.follow(tape, object);
    } else if (this.#patience < PATIENCE) this.#patience++;
    return this.#isGood;
  }

  /** Whether an object has the names that were learned last, in their order. */
  follow({ view, entries }: LineBlock, object: number): boolean {
    const names = this.#names;
    const ends = this.#ends;
    const places = this.#places;
    const end = entries[object + NEXT] as number;
    let i = 0;
    let name = 0;
    for (let at = object + ENTRY; at < end; at = entries[at + NEXT] as number) {
      if (i === ends.length) return false;
      const from = entries[at + KEY_START] as number;
      const length = (ends[i] as number) - name;
      if ((entries[at + KEY_END] as number) - from !== length) return false;
      if (!sameBytes(view, from, names, name, length)) return false;
      name += length;
      const place = places[i++] as number;
      if (place >= 0) this.members[place] = at;
    }
    return i === ends.length;
  }

  /** Remembers the names of an object, which are followed from here on unless one has escapes. */
  learn({ bytes, entries }: Tape, object: number): void {
    const end = entries[object + NEXT] as number;
    // A character for each byte: those that are wanted are ASCII.
    const names: string[] = [];
    let isSimple = true;
    for (let at = object + ENTRY; at < end; at = entries[at + NEXT] as number) {
      const keyEnd = entries[at + KEY_END] as number;
      isSimple &&= keyEnd >= 0;
      let name = '';
      for (let i = entries[at + KEY_START] as number; i < keyEnd; i++) {
        name += String.fromCharCode(bytes[i] as number);
      }
      names.push(name);
    }
    // Of equal names the last counts, as it does where they are followed.
    this.#isGood =
      isSimple &&
      this.#wanted.every((name) => names.includes(name)) &&
      !names.some((name) => this.#unwanted.has(name));
    const { buffer } = Uint8Array.from(names.join(''), (char) => char.charCodeAt(0));
    this.#names = new DataView(buffer);
    let length = 0;
    this.#ends = Int32Array.from(names, (name) => {
      length += name.length;
      return length;
    });
    this.#places = Int32Array.from(names, (name) => this.#wanted.indexOf(name));
  }
}
