import { decodeRange, isAsciiText, isAt, readShort } from './projection/decode.ts';
import { ENTRY, KEY_END, KEY_START, NEXT, type Tape } from './projection/tape.ts';

/** Names of ASCII that are looked for in the members of many objects, all of them in one go. */
export class MemberNames {
  readonly length: number;
  readonly #names: readonly string[];
  /** Places in the names, by how long these are. */
  readonly #byLength: (readonly number[] | undefined)[] = [];

  constructor(...names: readonly string[]) {
    this.length = names.length;
    this.#names = names;
    for (const [i, { length }] of names.entries()) {
      this.#byLength[length] = [...(this.#byLength[length] ?? []), i];
    }
  }

  /** The place of a name; -1 where it is none of these. */
  indexOf(name: string): number {
    return this.#names.indexOf(name);
  }

  /** Writes to `found` the entry of each name's member, or -1. As in JSON.parse, the last of equal keys counts. */
  find(tape: Tape, object: number, found: Int32Array): void {
    const { bytes, entries } = tape;
    found.fill(-1);
    const end = entries[object + NEXT] as number;
    for (let at = object + ENTRY; at < end; at = entries[at + NEXT] as number) {
      const start = entries[at + KEY_START] as number;
      const keyEnd = entries[at + KEY_END] as number;
      if (keyEnd < 0) {
        const place = this.indexOf(keyOf(tape, at));
        if (place >= 0) found[place] = at;
        continue;
      }
      const places = this.#byLength[keyEnd - start];
      if (places === undefined) continue;
      for (let i = 0; i < places.length; i++) {
        const place = places[i] as number;
        if (isAt(this.#names[place] as string, bytes, start)) found[place] = at;
      }
    }
  }
}

/** The entry of a member, or -1. As in JSON.parse, the last of equal keys counts. */
export function findMember(tape: Tape, object: number, name: string): number {
  const { bytes, entries } = tape;
  const { length } = name;
  const isAscii = isAsciiText(name);
  let found = -1;
  const end = entries[object + NEXT] as number;
  for (let at = object + ENTRY; at < end; at = entries[at + NEXT] as number) {
    const start = entries[at + KEY_START] as number;
    const keyEnd = entries[at + KEY_END] as number;
    if (!isAscii || keyEnd < 0) {
      if (keyOf(tape, at) === name) found = at;
    } else if (keyEnd - start === length && isAt(name, bytes, start)) found = at;
  }
  return found;
}

export function keyOf({ bytes, entries }: Tape, member: number): string {
  const start = entries[member + KEY_START] as number;
  const end = entries[member + KEY_END] as number;
  if (end >= 0) return readShort(bytes, start, end) ?? decodeRange(bytes, start, end);
  return JSON.parse(decodeRange(bytes, start - 1, ~end + 1)) as string;
}
