/**
 * Text that is safe on a terminal and stays in its cell: control characters (escape sequences, tabs, line ends),
 * characters that turn the writing direction around, and lone surrogates are shown as escapes.
 *
 * @example
 * printable('a\u001b[31m\tb'); // 'a\\u001b[31m\\tb'
 */
export function printable(text: string): string {
  return withoutUnsafe(text);
}

/**
 * The same for a cell of a table, where a backslash is written twice: other texts make other cells.
 *
 * @example
 * cellText('a\tb'); // 'a\\tb'
 * cellText('a\\tb'); // 'a\\\\tb'
 */
export function cellText(text: string): string {
  return printable(text.includes('\\') ? text.replaceAll('\\', '\\\\') : text);
}

/** Text as JSON that is safe on a terminal too and parses to the same text. */
export function jsonText(text: string): string {
  return withoutUnsafe(JSON.stringify(text));
}

/** Any value as such JSON, on one line. Numbers that JSON has no word for become text. */
export function toJson(value: unknown): string {
  return withoutUnsafe(asJson(value));
}

/** The same on many lines, two spaces a level. */
export function toJsonLines(value: unknown): string {
  const lines = asJson(value, 2).split('\n');
  return lines.map(withoutUnsafe).join('\n');
}

function asJson(value: unknown, space?: number): string {
  return JSON.stringify(
    value,
    (_, held: unknown) =>
      typeof held === 'number' && !Number.isFinite(held) ? String(held) : held,
    space,
  );
}

const pattern =
  '[\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';
const everyUnsafe = new RegExp(pattern, 'g');

/** Most texts are plain, and the other pattern takes a millisecond to get ready. */
const plain = /^[ -~]*$/;

function withoutUnsafe(text: string): string {
  return plain.test(text) ? text : text.replace(everyUnsafe, escaped);
}

const short: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(char: string): string {
  return short[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
