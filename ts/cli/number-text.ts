/** A number with all its digits; minus zero keeps its sign, a missing one is empty. */
export function numberText(value: number | null): string {
  if (value === null) return '';
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * A number in JSON: NaN and infinities as text, since JSON has no word for them. Minus zero is written with a point,
 * or Python would read an integer, which has no sign at zero.
 */
export function jsonNumber(value: number | null): string {
  if (value === null) return 'null';
  if (Object.is(value, -0)) return '-0.0';
  return Number.isFinite(value) ? numberText(value) : `"${value}"`;
}
