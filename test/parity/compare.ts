/** Whether two plain values are the same, numbers by `Object.is` (NaN is NaN, −0 is not 0), keys in any order. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/** JSON that keeps NaN, infinities, −0 and undefined, as `{ "$": "NaN" }`. */
export function encode(value: unknown): unknown {
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
    return { $: Object.is(value, -0) ? '-0' : String(value) };
  }
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, encode(entry)]));
}

/** Reads what {@link encode} made. */
export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  if ('$' in value) return value.$ === 'undefined' ? undefined : Number(value.$);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, decode(entry)]));
}

/** Both values as text, for a message, cut to what a person reads. */
export function showDifference(expected: unknown, actual: unknown): string {
  const text = (value: unknown): string => {
    const json = JSON.stringify(encode(value));
    return json.length > 600 ? `${json.slice(0, 600)}…` : json;
  };
  return `expected ${text(expected)}\n    got      ${text(actual)}`;
}
