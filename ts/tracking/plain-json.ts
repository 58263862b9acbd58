/**
 * JavaScript's JSON of a value where it is Python's too: of plain objects and arrays of texts and of numbers that both write
 * alike, which is nearly all there is, and takes a small part of the time. Null where it is another, or may be.
 */
export function plainJson(value: object): string | null {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    return null;
  }
  // It has no circles, and can be walked over.
  return isPlain(value) ? text : null;
}

function isPlain(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return true;
    case 'number':
      return isAlike(value);
    case 'object':
      if (value === null) return true;
      if ('toJSON' in value) return false;
      return Array.isArray(value) ? value.every(isPlain) : isPlainObject(value);
    default:
      return false;
  }
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key of Object.keys(value)) {
    if (!isPlain((value as Record<string, unknown>)[key])) return false;
  }
  return true;
}

/** Python has another zero, and goes over to exponents, which have two digits or more, below 1e-4. */
function isAlike(number: number): boolean {
  return number === 0
    ? !Object.is(number, -0)
    : Math.abs(number) >= 1e-4 && Number.isFinite(number);
}
