const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

export function decodeRange(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** A decoder costs more to call than a short text has in it. */
const SHORT = 40;

/** Texts that were read lately, since types and roles come again and again. */
const lately: string[] = Array(256).fill('');

/** A short text of ASCII; undefined for any other. */
export function readShort(bytes: Uint8Array, start: number, end: number): string | undefined {
  const length = end - start;
  if (length > SHORT) return undefined;
  const ends = 31 * (bytes[start] as number) + 7 * (bytes[end - 1] as number);
  const slot = (ends + length + 3 * (bytes[(start + end) >> 1] as number)) & 0xff;
  const known = lately[slot] as string;
  if (known.length === length && isAt(known, bytes, start)) return known;
  let text = '';
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x80) return undefined;
    text += String.fromCharCode(byte);
  }
  lately[slot] = text;
  return text;
}

/** Whether a text of ASCII stands there. */
export function isAt(text: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/**
 * A JSON number of up to 15 digits without an exponent; undefined for any other. Its digits are an integer that a double holds,
 * and so is the power of ten that it is divided by, so that the one rounding is right.
 */
export function readNumber(bytes: Uint8Array, start: number, end: number): number | undefined {
  const isNegative = bytes[start] === 0x2d;
  const from = isNegative ? start + 1 : start;
  if (end - from > 16) return undefined;
  let digits = 0;
  let integer = 0;
  let point = -1;
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === 0x2e) point = at;
    else if (byte < 0x30 || byte > 0x39 || ++digits > 15) return undefined;
    else integer = 10 * integer + (byte - 0x30);
  }
  const value = point < 0 ? integer : integer / (powers[end - point - 1] as number);
  return isNegative ? -value : value;
}

const powers = Array.from({ length: 17 }, (_, i) => Number(`1e${i}`));

/** UTF-16 units of UTF-8. */
export function textLength(bytes: Uint8Array, start: number, end: number): number {
  let units = end - start;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    // Four bytes are a pair of surrogates: none of its last two bytes counts, as of the last one or two of others.
    if (byte >= 0x80 && byte < 0xc0) units--;
    else if (byte >= 0xf0) units++;
  }
  return units;
}

export function isAsciiText(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
}
