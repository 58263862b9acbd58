import { numberText } from './number-text.ts';

const [MINUS, POINT, ZERO, COMMA, CLOSE] = [0x2d, 0x2e, 0x30, 0x2c, 0x5d] as const;

/** As `-0.0000012345678901234567` and what separates it from the next. */
export const LONGEST_NUMBER = 26;

const PLACES = 6;
const UNIT = 10 ** PLACES;

/**
 * Numbers as bytes of text, as `numberText` has them. Those of a few digits are written here; of all others JSON makes texts, many
 * at once: of each alone it would take several times as long, and leave much to forget.
 */
export class NumberBytes {
  #long: number[] = [];
  #texts = new Uint8Array(0);
  #next = 0;

  /** Notes one that is to be written. */
  add(value: number): void {
    if (!isShort(value) && Number.isFinite(value)) this.#long.push(value);
  }

  /** All were added, and are written next, in the same order. */
  seal(): void {
    const most = LONGEST_NUMBER * this.#long.length + 2;
    if (this.#texts.length < most) this.#texts = new Uint8Array(2 * most);
    encoder.encodeInto(JSON.stringify(this.#long), this.#texts);
    this.#long = [];
    this.#next = 1;
  }

  /** Returns where the text ends; there must be room for the longest. */
  write(value: number, bytes: Uint8Array, at: number): number {
    if (isShort(value)) return writeShort(value, bytes, at);
    if (!Number.isFinite(value))
      return at + encoder.encodeInto(numberText(value), bytes.subarray(at)).written;
    const texts = this.#texts;
    let [from, end] = [this.#next, at];
    for (
      let byte = texts[from++] as number;
      byte !== COMMA && byte !== CLOSE;
      byte = texts[from++] as number
    )
      bytes[end++] = byte;
    this.#next = from;
    return end;
  }
}

/**
 * Whether six decimals tell the number. As doubles of this size stand closer together than such decimals, they are then its
 * shortest text, which is JavaScript's.
 */
function isShort(value: number): boolean {
  return Math.abs(value) < 2 ** 31 && Math.round(value * UNIT) / UNIT === value;
}

function writeShort(value: number, bytes: Uint8Array, start: number): number {
  let at = start;
  if (value < 0 || Object.is(value, -0)) bytes[at++] = MINUS;
  const size = Math.abs(value);
  const whole = size | 0;
  let digits = 1;
  for (let least = 10; least <= whole && digits < 10; least *= 10) digits++;
  at = writeDigits(whole, digits, bytes, at);
  let rest = Math.round((size - whole) * UNIT) | 0;
  if (rest === 0) return at;
  bytes[at++] = POINT;
  let places = PLACES;
  for (; rest % 10 === 0; places--) rest = (rest / 10) | 0;
  return writeDigits(rest, places, bytes, at);
}

/** From the last to the first, with the machine's whole numbers; returns where they end. */
function writeDigits(value: number, digits: number, bytes: Uint8Array, start: number): number {
  let rest = value | 0;
  for (let at = start + digits - 1; at >= start; at--) {
    const shorter = (rest / 10) | 0;
    bytes[at] = ZERO + rest - 10 * shorter;
    rest = shorter;
  }
  return start + digits;
}

const encoder = /* @__PURE__ */ new TextEncoder();
