const LONGEST = 60;

/**
 * A value as a short piece of an error message: text quoted, long things cut, never throwing.
 */
export function show(value: unknown): string {
  if (typeof value === 'string') return cut(JSON.stringify(value));
  if (typeof value === 'bigint') return cut(`${value}n`);
  if (typeof value === 'function') return `function ${value.name || '(anonymous)'}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (ArrayBuffer.isView(value)) return `a ${value.constructor.name}${lengthOf(value)}`;
  if (value instanceof Map) return 'a Map';
  if (typeof value === 'object' && value !== null) return 'an object';
  return Object.is(value, -0) ? '-0' : String(value);
}

function lengthOf(view: ArrayBufferView): string {
  return 'length' in view ? ` of ${view.length}` : '';
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}
