import { readExactJsonValues, readJsonValues } from './json-values.ts';
import { findMember, keyOf, type MemberNames } from './member-names.ts';
import { decodeRange, isAt, readNumber, readShort, textLength } from './projection/decode.ts';
import { JsTape } from './projection/js-tape.ts';
import type { KeyLayout } from './projection/key-layout.ts';
import { LineBlock } from './projection/lines.ts';
import {
  END,
  ENTRY,
  KEY_START,
  NEXT,
  type Scanner,
  SIZE,
  START,
  type Tape,
} from './projection/tape.ts';
import type { RolloutRecord } from './record.ts';

const [QUOTE, OPEN_OBJECT, OPEN_ARRAY] = [0x22, 0x7b, 0x5b] as const;
const none = new Int32Array(0);
/** No other value begins with these, as those of which there are two do. */
const literals = new Map<number, unknown>([
  [0x66, false],
  [0x6e, null],
  [0x74, true],
]);

/**
 * A JSON object in its bytes: they are walked over once, and a member is decoded when it is asked for. What is never asked
 * for, as the texts of a conversation, is checked and no more.
 */
export class ByteRecord implements RolloutRecord {
  #tape: Tape;
  #entry: number;
  /** What was looked up when it moved to an object, and which members were found. */
  #asked: MemberNames | null = null;
  #members = none;

  /** @param entry - of an object on the tape, which must stay as it is while the record is in use */
  constructor(tape: Tape, entry: number) {
    this.#tape = tape;
    this.#entry = entry;
  }

  /**
   * Null when the bytes are not exactly one object (bare NaN and infinities allowed). They must be UTF-8, and stay
   * as they are while the record is in use.
   *
   * @param tape - is written anew; a record that was read from it before must not be used any more
   */
  static scan(bytes: Uint8Array, tape: Scanner = new JsTape()): ByteRecord | null {
    return tape.scan(bytes) ? new ByteRecord(tape, 0) : null;
  }

  get names(): readonly string[] {
    const { entries } = this.#tape;
    const names: string[] = [];
    const end = entries[this.#entry + NEXT] as number;
    for (let at = this.#entry + ENTRY; at < end; at = entries[at + NEXT] as number) {
      names.push(keyOf(this.#tape, at));
    }
    return areInOrder(names)
      ? names
      : Object.keys(Object.fromEntries(names.map((name) => [name, null])));
  }

  has(name: string): boolean {
    return this.#find(name) > 0;
  }

  /** Whether it is one of many lines, and has the names of the one that a layout learned. */
  isLike(layout: KeyLayout): boolean {
    return this.#tape instanceof LineBlock && layout.follow(this.#tape, this.#entry);
  }

  /** For `isLike` of later ones. */
  teach(layout: KeyLayout): void {
    layout.learn(this.#tape, this.#entry);
  }

  get(name: string): unknown {
    const member = this.#find(name);
    if (member < 0) return undefined;
    const { bytes, entries } = this.#tape;
    const start = entries[member + START] as number;
    const end = entries[member + END] as number;
    const first = bytes[start] as number;
    if (first === QUOTE) {
      const isPlain = entries[member + SIZE] === 0;
      const short = isPlain ? readShort(bytes, start + 1, end - 1) : undefined;
      if (short !== undefined) return short;
      return isPlain
        ? decodeRange(bytes, start + 1, end - 1)
        : JSON.parse(decodeRange(bytes, start, end));
    }
    if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) {
      const literal = literals.get(first);
      if (literal !== undefined) return literal;
      const number = readNumber(bytes, start, end);
      if (number !== undefined) return number;
    }
    // In brackets, since the reader wants a container.
    const { values } = readJsonValues(`[${decodeRange(bytes, start, end)}]`);
    return (values[0] as unknown[])[0];
  }

  exact(name: string): unknown {
    const member = this.#find(name);
    if (member < 0) return undefined;
    const { bytes, entries } = this.#tape;
    const start = entries[member + START] as number;
    const text = decodeRange(bytes, start, entries[member + END] as number);
    return (readExactJsonValues(`[${text}]`)[0] as unknown[])[0];
  }

  record(name: string): RolloutRecord | undefined {
    const member = this.#find(name);
    if (!this.#begins(member, OPEN_OBJECT)) return undefined;
    return new ByteRecord(this.#tape, 0).#moveTo(this.#tape, member);
  }

  records(name: string): readonly (RolloutRecord | undefined)[] | undefined {
    const member = this.#find(name);
    if (!this.#begins(member, OPEN_ARRAY)) return undefined;
    const tape = insideOf(this.#tape, member);
    const { entries } = tape;
    const array = tape === this.#tape ? member : 0;
    const records: (RolloutRecord | undefined)[] = [];
    const end = entries[array + NEXT] as number;
    for (let at = array + ENTRY; at < end; at = entries[at + NEXT] as number) {
      // Those between are no objects.
      while (records.length < (entries[at + KEY_START] as number)) records.push(undefined);
      records.push(new ByteRecord(tape, 0).#moveTo(tape, at));
    }
    while (records.length < (entries[array + SIZE] as number)) records.push(undefined);
    return records;
  }

  visit(name: string, take: (record: RolloutRecord) => void, asked?: MemberNames): boolean {
    const member = this.#find(name);
    if (!this.#begins(member, OPEN_ARRAY)) return false;
    const tape = insideOf(this.#tape, member);
    const { entries } = tape;
    const array = tape === this.#tape ? member : 0;
    const end = entries[array + NEXT] as number;
    const record = new ByteRecord(tape, 0);
    if (asked) record.#lookUp(asked);
    for (let at = array + ENTRY; at < end; at = entries[at + NEXT] as number) {
      take(record.#moveTo(tape, at));
    }
    return true;
  }

  isArray(name: string): boolean {
    return this.#begins(this.#find(name), OPEN_ARRAY);
  }

  isText(name: string, text: string): boolean {
    const member = this.#find(name);
    if (!this.#begins(member, QUOTE)) return false;
    const { bytes, entries } = this.#tape;
    if (entries[member + SIZE] !== 0) return this.get(name) === text;
    const start = (entries[member + START] as number) + 1;
    const length = (entries[member + END] as number) - 1 - start;
    return length === text.length && isAt(text, bytes, start);
  }

  length(name: string, kind?: 'text'): number | undefined {
    const member = this.#find(name);
    const { entries, bytes, hasLetters } = this.#tape;
    if (kind === undefined && this.#begins(member, OPEN_ARRAY)) {
      const size = entries[member + SIZE] as number;
      return size < 0 ? ~size : size;
    }
    if (!this.#begins(member, QUOTE)) return undefined;
    const start = (entries[member + START] as number) + 1;
    const end = (entries[member + END] as number) - 1;
    const units = hasLetters ? textLength(bytes, start, end) : end - start;
    return units - (entries[member + SIZE] as number);
  }

  /** To an object on a tape, which may leave out its members. */
  #moveTo(tape: Tape, entry: number): this {
    this.#tape = insideOf(tape, entry);
    this.#entry = this.#tape === tape ? entry : 0;
    this.#asked?.find(this.#tape, this.#entry, this.#members);
    return this;
  }

  /** In all objects that it moves to. */
  #lookUp(asked: MemberNames): void {
    this.#asked = asked;
    this.#members = new Int32Array(asked.length);
  }

  #begins(member: number, byte: number): boolean {
    const { entries, bytes } = this.#tape;
    return member > 0 && bytes[entries[member + START] as number] === byte;
  }

  /** The entry of a member, or -1. */
  #find(name: string): number {
    const place = this.#asked?.indexOf(name) ?? -1;
    return place < 0 ? findMember(this.#tape, this.#entry, name) : (this.#members[place] as number);
  }
}

/** Whether an object would have these names so: each once, and none a number, which would come first. */
function areInOrder(names: readonly string[]): boolean {
  // Of more an object is made sooner.
  if (names.length > 20) return false;
  return names.every((name, i) => !/^\d/.test(name) && names.indexOf(name) === i);
}

/** A tape with what is inside of a container: that one, or where it leaves that out one that has it first. */
function insideOf(tape: Tape, container: number): Tape {
  const { bytes, entries } = tape;
  if ((entries[container + SIZE] as number) >= 0) return tape;
  const [start, end] = [entries[container + START] as number, entries[container + END] as number];
  const inside = new JsTape();
  inside.scanContainer(bytes.subarray(start, end));
  tape.onExpand?.(end - start);
  return inside;
}
