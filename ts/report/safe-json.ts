/** How numbers that JSON has not are written: no text of a file is in a record of one `$`. */
const NON_FINITE = '$';

/**
 * JSON that can stand in a `<script>` block of a page: it holds no `<`, so nothing in it ends the block or begins a comment,
 * and no line separator that is none to JSON. Lone surrogates are escaped, NaN and infinities survive.
 *
 * @example
 * safeJson(['</script>', Number.NaN]); // '["\\u003c/script>",{"$":"NaN"}]'
 */
export function safeJson(value: unknown): string {
  const json = JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'number' && !Number.isFinite(entry) ? { [NON_FINITE]: String(entry) } : entry,
  );
  return json.replace(/[<\u2028\u2029]/g, escapeUnit);
}

/** What `safeJson` wrote. */
export function fromSafeJson<T>(text: string): T {
  return JSON.parse(text, (_, entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !(NON_FINITE in entry)) return entry;
    const held: unknown = entry[NON_FINITE];
    return typeof held === 'string' ? Number(held) : entry;
  }) as T;
}

/** Text in the markup of a page, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
