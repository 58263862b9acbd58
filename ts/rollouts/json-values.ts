import { newUid } from '../types/uid.ts';

/** What stands on one line: usually one value. `rest` is text that is no complete value, '' when all was read. */
export interface JsonValues {
  readonly values: unknown[];
  readonly rest: string;
  /** `rest` is the beginning of a value whose end is missing. */
  readonly torn: boolean;
}

/**
 * Reads the objects or arrays on a line. JSON.parse does it, and what Python writers add is forgiven where it
 * fails: bare NaN, Infinity and -Infinity (outside strings only), and several values without a line end between.
 *
 * @example
 * readJsonValues('{"reward": NaN, "text": "NaN"}').values; // [{ reward: NaN, text: 'NaN' }]
 * readJsonValues('{"a": 1}{"a": 2}').values;               // [{ a: 1 }, { a: 2 }]
 */
export function readJsonValues(text: string): JsonValues {
  try {
    return { values: [JSON.parse(text)], rest: '', torn: false };
  } catch {
    return readLeniently(text, false);
  }
}

/** The same with integers beyond 2^53 as text, so that ids keep their digits. */
export function readExactJsonValues(text: string): unknown[] {
  return readLeniently(text, true).values;
}

function readLeniently(text: string, quoteLargeIntegers: boolean): JsonValues {
  const values: unknown[] = [];
  let from = skipBlanks(text, 0);
  while (from < text.length) {
    const piece = cutValue(text, from, quoteLargeIntegers);
    const value = piece && parsePiece(piece);
    if (!piece || !value) {
      return { values, rest: text.slice(from), torn: !piece && /[[{]/.test(text[from] as string) };
    }
    values.push(value.value);
    from = skipBlanks(text, piece.end);
  }
  return { values, rest: '', torn: false };
}

interface Piece {
  readonly json: string;
  /** Stands for NaN in `json`; undefined when there is none. */
  readonly nanMark: string | undefined;
  readonly end: number;
}

/** One object or array as standard JSON; undefined when none begins at `from` or its end is missing. */
function cutValue(text: string, from: number, quoteLargeIntegers: boolean): Piece | undefined {
  const repair = new Repair(text, from);
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"') {
      at = endOfString(text, at);
      if (at < 0) return undefined;
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      if (--depth === 0) return repair.finish(at + 1);
    } else if (isWord(char)) {
      at = repair.word(at, quoteLargeIntegers) - 1;
    }
    if (depth === 0) return undefined;
  }
  return undefined;
}

/** Copies text, with the few words that JSON does not know replaced. */
class Repair {
  readonly #text: string;
  readonly #parts: string[] = [];
  #copied: number;
  #nanMark: string | undefined;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#copied = from;
  }

  /** Looks at the number or word at `at`; returns where it ends. */
  word(at: number, quoteLargeIntegers: boolean): number {
    let end = at + 1;
    while (end < this.#text.length && isWord(this.#text[end] as string)) end++;
    const word = this.#text.slice(at, end);
    if (word === 'NaN') {
      // No text in the record can be this one, which was made a moment ago at random.
      this.#nanMark ??= `NaN ${newUid()}`;
      this.#replace(at, end, JSON.stringify(this.#nanMark));
    } else if (word === 'Infinity') this.#replace(at, end, '1e999');
    else if (word === '-Infinity') this.#replace(at, end, '-1e999');
    else if (quoteLargeIntegers && isLargeInteger(word)) this.#replace(at, end, `"${word}"`);
    return end;
  }

  finish(end: number): Piece {
    this.#parts.push(this.#text.slice(this.#copied, end));
    return { json: this.#parts.join(''), nanMark: this.#nanMark, end };
  }

  #replace(at: number, end: number, by: string): void {
    this.#parts.push(this.#text.slice(this.#copied, at), by);
    this.#copied = end;
  }
}

function parsePiece({ json, nanMark }: Piece): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (nanMark !== undefined) putNaN(value, nanMark);
    return { value };
  } catch {
    return undefined;
  }
}

/** Puts NaN in the place of its mark. Not with a reviver, which calls itself: depth is the file's choice. */
function putNaN(root: unknown, mark: string): void {
  const holders = [root as Record<string, unknown>];
  for (let holder = holders.pop(); holder; holder = holders.pop()) {
    for (const name of Object.keys(holder)) {
      const value = holder[name];
      if (value === mark) holder[name] = Number.NaN;
      else if (typeof value === 'object' && value !== null) {
        holders.push(value as Record<string, unknown>);
      }
    }
  }
}

/** The closing quote of the string that opens at `at`, or -1. */
function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before--;
  return (at - before) % 2 === 1;
}

/** Whether a character belongs to a number, `true`, `null`, `NaN` or the like. */
function isWord(char: string): boolean {
  return /[\w.+-]/.test(char);
}

function isLargeInteger(word: string): boolean {
  return /^-?\d+$/.test(word) && !Number.isSafeInteger(Number(word));
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n\ufeff'.includes(text[at] as string)) at++;
  return at;
}
