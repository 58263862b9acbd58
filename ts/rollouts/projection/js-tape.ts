import { END, ENTRY, KEY_END, KEY_START, NEXT, type Scanner, SIZE, START } from './tape.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a] as const;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const [BLANK, MINUS, PLUS, POINT, ZERO, NINE, LETTER_U] = [
  0x20, 0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x75,
] as const;
/** Places must fit into 31 bits. */
const MAX_PLACE = 2 ** 31 - 1;

/** A tape of bytes where they lie, in JavaScript. */
export class JsTape implements Scanner {
  bytes: Uint8Array = new Uint8Array(0);
  entries: Int32Array<ArrayBuffer> = new Int32Array(64 * ENTRY);
  hasLetters = false;
  /** The same memory as words. */
  #words: Int32Array = new Int32Array(0);
  #used = 0;
  /** Containers around the value that is read: twice the entry, or -2, and 1 for an array; and how many entries it has. */
  #stack = new Int32Array(64);
  #end = 0;
  /** Of the string that was read last. */
  #escaped = 0;
  #seen = 0;

  scan(object: Uint8Array): boolean {
    return this.#walk(object, OPEN_OBJECT);
  }

  /** The same of an object or an array, whose entry is the first. */
  scanContainer(container: Uint8Array): boolean {
    return this.#walk(container, container[0] === OPEN_ARRAY ? OPEN_ARRAY : OPEN_OBJECT);
  }

  #walk(container: Uint8Array, opening: number): boolean {
    const { buffer, byteOffset, length } = container;
    if (byteOffset + length > MAX_PLACE) return false;
    if (this.bytes.buffer !== buffer || this.bytes.length !== buffer.byteLength) {
      this.bytes = new Uint8Array(buffer);
      this.#words = new Int32Array(buffer, 0, buffer.byteLength >> 2);
    }
    this.#end = byteOffset + length;
    this.#used = 0;
    this.#seen = 0;
    const start = this.#skipBlanks(byteOffset);
    const isOne = this.bytes[start] === opening && this.#isEnd(this.#values(start));
    this.hasLetters = (this.#seen & 0x80808080) !== 0;
    return isOne;
  }

  /** Whether nothing but blanks is left. What ran past the end, into the bytes of others, is no end. */
  #isEnd(from: number): boolean {
    return from >= 0 && from <= this.#end && this.#skipBlanks(from) >= this.#end;
  }

  /** Returns where the object that begins at `start` ends; -1 for what is none. */
  #values(start: number): number {
    const { bytes } = this;
    let at = start;
    let depth = -1;
    /** Of the container around `at`. */
    let count = 0;
    let inArray = false;
    let container = -ENTRY;
    /** Of the value at `at`; negative where it has none. */
    let entry = this.#append(0, 0, start);
    for (;;) {
      const byte = bytes[at] as number;
      let size = 0;
      if (byte === QUOTE) {
        at = this.#string(at + 1);
        size = this.#escaped;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (inArray && container >= 0 && byte === OPEN_OBJECT) entry = this.#append(count, 0, at);
        if (depth >= 0) this.#stack[2 * depth + 1] = count;
        depth++;
        if (2 * depth + 2 > this.#stack.length) this.#stack = doubled(this.#stack);
        inArray = byte === OPEN_ARRAY;
        container = entry;
        count = 0;
        this.#stack[2 * depth] = 2 * container + (inArray ? 1 : 0);
        at = this.#skipBlanks(at + 1);
        if (bytes[at] !== (inArray ? CLOSE_ARRAY : CLOSE_OBJECT)) {
          if (inArray) entry = -ENTRY;
          else {
            const key = at;
            at = this.#key(at);
            if (at < 0) return -1;
            if (container >= 0) entry = this.#member(key, at);
          }
          continue;
        }
        count = -1;
        entry = -ENTRY;
        // Falls through to the bracket that closes it, as if after a value.
      } else at = this.#word(at, byte);
      if (at < 0) return -1;
      if (entry >= 0) this.#close(entry, at, size);
      for (;;) {
        at = this.#skipBlanks(at);
        const next = bytes[at] as number;
        if (next === COMMA) {
          if (depth < 0 || count < 0) return -1;
          count++;
          at = this.#skipBlanks(at + 1);
          entry = -ENTRY;
          if (!inArray) {
            const key = at;
            at = this.#key(at);
            if (at < 0) return -1;
            if (container >= 0) entry = this.#member(key, at);
          }
          break;
        }
        if (next !== (inArray ? CLOSE_ARRAY : CLOSE_OBJECT)) return -1;
        at++;
        if (container >= 0) this.#close(container, at, count + 1);
        if (--depth < 0) return at;
        const outer = this.#stack[2 * depth] as number;
        inArray = (outer & 1) !== 0;
        container = outer >> 1;
        count = this.#stack[2 * depth + 1] as number;
      }
    }
  }

  /** Moves past a key and its colon, to the value. */
  #key(at: number): number {
    if (this.bytes[at] !== QUOTE) return -1;
    const end = this.#string(at + 1);
    if (end < 0) return -1;
    this.#keyEnd = this.#escaped > 0 ? ~(end - 1) : end - 1;
    const colon = this.#skipBlanks(end);
    return this.bytes[colon] === COLON ? this.#skipBlanks(colon + 1) : -1;
  }

  #keyEnd = 0;

  #member(key: number, at: number): number {
    return this.#append(key + 1, this.#keyEnd, at);
  }

  #append(keyStart: number, keyEnd: number, start: number): number {
    const entry = this.#used;
    this.#used += ENTRY;
    if (this.#used > this.entries.length) this.entries = doubled(this.entries);
    const { entries } = this;
    entries[entry + KEY_START] = keyStart;
    entries[entry + KEY_END] = keyEnd;
    entries[entry + START] = start;
    return entry;
  }

  #close(entry: number, at: number, size: number): void {
    const { entries } = this;
    entries[entry + END] = at;
    entries[entry + NEXT] = this.#used;
    entries[entry + SIZE] = size;
  }

  #skipBlanks(from: number): number {
    let at = from;
    for (;;) {
      const byte = this.bytes[at] as number;
      if (byte > BLANK) return at;
      if (byte !== BLANK && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return at;
      at++;
    }
  }

  /** Moves past the string whose first byte, after the quote, is at `from`; -1 where JSON does not allow it. */
  #string(from: number): number {
    const { bytes } = this;
    const words = this.#words;
    const end = this.#end;
    const lastWord = end >> 2;
    let at = from;
    let escaped = 0;
    let seen = this.#seen;
    for (;;) {
      let i = at >> 2;
      if (i < lastWord) {
        let word = words[i] as number;
        seen |= word;
        let found = stops(word) & (-1 << ((at & 3) << 3));
        while (found === 0 && ++i < lastWord) {
          word = words[i] as number;
          seen |= word;
          found = stops(word);
        }
        // The lowest bit is right; above it there may be some too many.
        if (found !== 0) at = (i << 2) + ((31 - Math.clz32(found & -found)) >> 3);
        else at = i << 2;
      }
      if (at >= end) return -1;
      const byte = bytes[at] as number;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        const next = bytes[at + 1] as number;
        if (next === LETTER_U) {
          for (let i = 2; i < 6; i++) if (!isHex(bytes[at + i] as number)) return -1;
          at += 6;
          escaped += 5;
        } else if (isEscape(next)) {
          at += 2;
          escaped++;
        } else return -1;
      } else if (byte < BLANK) return -1;
      else {
        seen |= byte;
        at++;
      }
    }
    this.#escaped = escaped;
    this.#seen = seen;
    return at + 1;
  }

  /** Moves past a number, `true`, `false`, `null`, `NaN` or an infinity. */
  #word(from: number, first: number): number {
    const { bytes } = this;
    let at = from;
    if (first === MINUS) {
      at++;
      if (bytes[at] === 0x49) return this.#letters(at, INFINITY);
    } else if (first > NINE) {
      for (const word of words) if (first === word[0]) return this.#letters(at, word);
      return -1;
    }
    let byte = bytes[at++] as number;
    if (!isDigit(byte)) return -1;
    const isZero = byte === ZERO;
    byte = bytes[at] as number;
    if (!isZero) while (isDigit(byte)) byte = bytes[++at] as number;
    if (byte === POINT) {
      byte = bytes[++at] as number;
      if (!isDigit(byte)) return -1;
      while (isDigit(byte)) byte = bytes[++at] as number;
    }
    if ((byte | BLANK) === 0x65) {
      byte = bytes[++at] as number;
      if (byte === PLUS || byte === MINUS) byte = bytes[++at] as number;
      if (!isDigit(byte)) return -1;
      while (isDigit(byte)) byte = bytes[++at] as number;
    }
    return at;
  }

  #letters(at: number, word: readonly number[]): number {
    for (let i = 0; i < word.length; i++) if (this.bytes[at + i] !== word[i]) return -1;
    return at + word.length;
  }
}

const codesOf = (word: string): readonly number[] => Array.from(word, (c) => c.charCodeAt(0));

const INFINITY = codesOf('Infinity');
const words = [codesOf('null'), codesOf('true'), codesOf('false'), codesOf('NaN'), INFINITY];

/** The high bits of bytes that are a quote, a backslash or below a blank. */
function stops(word: number): number {
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const found =
    ((quote - 0x01010101) & ~quote) |
    ((backslash - 0x01010101) & ~backslash) |
    ((word - 0x20202020) & ~word);
  return found & 0x80808080;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHex(byte: number): boolean {
  return isDigit(byte) || ((byte | BLANK) >= 0x61 && (byte | BLANK) <= 0x66);
}

/** Whether it may follow a backslash: one of `"\/bfnrt`. */
function isEscape(byte: number): boolean {
  return (
    byte === 0x6e ||
    byte === QUOTE ||
    byte === BACKSLASH ||
    byte === 0x2f ||
    byte === 0x74 ||
    byte === 0x72 ||
    byte === 0x62 ||
    byte === 0x66
  );
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
