/** A number with all its digits; minus zero keeps its sign, a missing one is empty. */
export function numberText(value: number | null): string {
  if (value === null) return '';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A number in JSON: NaN and infinities as text, since JSON has no word for them. */
export function jsonNumber(value: number | null): string {
  if (value === null) return 'null';
  return Number.isFinite(value) ? numberText(value) : `"${value}"`;
}
