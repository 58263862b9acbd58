import { readExactJsonValues, readJsonValues } from './json-values.ts';
import type { RolloutRecord } from './record.ts';

const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a] as const;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
/** What may follow a backslash, but for `u` and its four digits. */
const ESCAPED = new Set(Array.from('"\\/bfnrt', (char) => char.charCodeAt(0)));

/**
 * A JSON object in its bytes: its grammar is checked, and a member is decoded when it is asked for. For records so
 * long that their text and the objects made of it would be more memory than the bytes themselves.
 */
export class ByteRecord implements RolloutRecord {
  readonly #bytes: Uint8Array;
  /** For each member: its key as text, where its value begins, and where it ends. */
  readonly #members: readonly (readonly [key: string, start: number, end: number])[];

  private constructor(bytes: Uint8Array, members: readonly (readonly [string, number, number])[]) {
    this.#bytes = bytes;
    this.#members = members;
  }

  /**
   * Null when the bytes are not exactly one object (bare NaN and infinities allowed). They must be UTF-8, and stay
   * as they are while the record is in use.
   */
  static scan(bytes: Uint8Array): ByteRecord | null {
    const members = new Scanner(bytes).members();
    return members && new ByteRecord(bytes, members);
  }

  get names(): readonly string[] {
    return [...new Set(this.#members.map(([key]) => key))];
  }

  has(name: string): boolean {
    return this.#members.some(([key]) => key === name);
  }

  get(name: string): unknown {
    const text = this.#textOf(name);
    return text === undefined ? undefined : (readJsonValues(text).values[0] as unknown[])[0];
  }

  exact(name: string): unknown {
    const text = this.#textOf(name);
    return text === undefined ? undefined : (readExactJsonValues(text)[0] as unknown[])[0];
  }

  /** The value in brackets, since the readers want a container. As in JSON.parse, the last of equal keys counts. */
  #textOf(name: string): string | undefined {
    const member = this.#members.findLast(([key]) => key === name);
    return member && `[${decode(this.#bytes, member[1], member[2])}]`;
  }
}

/** Walks over JSON once. Each method moves past what it is named after, or returns false. */
class Scanner {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  members(): [string, number, number][] | null {
    const members: [string, number, number][] = [];
    if (!this.#open(OPEN_OBJECT)) return null;
    if (this.#close(CLOSE_OBJECT)) return this.#isAtEnd() ? members : null;
    do {
      const keyStart = this.#skipBlanks();
      if (!this.#string()) return null;
      const key = JSON.parse(decode(this.#bytes, keyStart, this.#at)) as string;
      if (!this.#open(COLON)) return null;
      const start = this.#skipBlanks();
      if (!this.#value()) return null;
      members.push([key, start, this.#at]);
    } while (this.#open(COMMA));
    return this.#close(CLOSE_OBJECT) && this.#isAtEnd() ? members : null;
  }

  /** Any value, with a stack of its own: depth is the file's choice. */
  #value(): boolean {
    const closers: number[] = [];
    for (;;) {
      const closer = this.#opened();
      if (closer > 0 && !this.#close(closer)) {
        closers.push(closer);
        if (closer === CLOSE_OBJECT && !this.#key()) return false;
        continue;
      }
      if (closer === 0 && !this.#leaf()) return false;
      while (closers.length > 0 && !this.#open(COMMA)) {
        if (!this.#close(closers.pop() as number)) return false;
      }
      if (closers.length === 0) return true;
      if (closers.at(-1) === CLOSE_OBJECT && !this.#key()) return false;
    }
  }

  /** Moves into a container; returns the bracket that will close it, or 0. */
  #opened(): number {
    if (this.#open(OPEN_OBJECT)) return CLOSE_OBJECT;
    return this.#open(OPEN_ARRAY) ? CLOSE_ARRAY : 0;
  }

  #key(): boolean {
    this.#skipBlanks();
    return this.#string() && this.#open(COLON);
  }

  #leaf(): boolean {
    const start = this.#skipBlanks();
    if (this.#bytes[start] === QUOTE) return this.#string();
    while (isWord(this.#bytes[this.#at])) this.#at++;
    return word.test(decode(this.#bytes, start, this.#at));
  }

  #string(): boolean {
    if (this.#bytes[this.#at] !== QUOTE) return false;
    for (let at = this.#at + 1; at < this.#bytes.length; at++) {
      const byte = this.#bytes[at] as number;
      if (byte === QUOTE) {
        this.#at = at + 1;
        return true;
      }
      if (byte < 0x20) return false;
      if (byte === BACKSLASH) {
        const next = this.#bytes[++at] as number;
        if (next === 0x75) {
          if (!/^[\da-f]{4}$/i.test(decode(this.#bytes, at + 1, at + 5))) return false;
        } else if (!ESCAPED.has(next)) return false;
      }
    }
    return false;
  }

  #open(byte: number): boolean {
    if (this.#bytes[this.#skipBlanks()] !== byte) return false;
    this.#at++;
    return true;
  }

  #close(byte: number): boolean {
    return this.#open(byte);
  }

  #isAtEnd(): boolean {
    return this.#skipBlanks() === this.#bytes.length;
  }

  #skipBlanks(): number {
    while (BLANK.has(this.#bytes[this.#at] as number)) this.#at++;
    return this.#at;
  }
}

const word = /^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null|NaN|-?Infinity)$/;

/** Whether a byte belongs to a number or a word; numbers of any length are looked at as text. */
function isWord(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const letter = byte | 0x20;
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (letter >= 0x61 && letter <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}
