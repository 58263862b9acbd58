/**
 * Copies plain data: arrays, typed arrays and objects without a class, at any depth. Objects of classes and functions
 * stay the same ones, since only their class knows how to copy them. What occurs twice in the data is one in the copy
 * too: the conversations of an agent's steps share their messages.
 */
export function copyData<T>(data: T): T {
  return copy(data, new Map()) as T;
}

function copy(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const array: unknown[] = new Array(value.length);
    copies.set(value, array);
    for (let i = 0; i < value.length; i++) array[i] = copy(value[i], copies);
    return array;
  }
  if (ArrayBuffer.isView(value)) {
    // Not its own method: that of Node's Buffer gives a view of the same bytes.
    const view = value instanceof DataView ? value : Uint8Array.prototype.slice.call(value);
    copies.set(value, view);
    return view;
  }
  const prototype = Object.getPrototypeOf(value);
  const isOfClass = prototype !== null && Object.getPrototypeOf(prototype) !== null;
  if (isOfClass) return value;
  const object: Record<string, unknown> =
    prototype === null ? Object.assign(Object.create(null), value) : { ...value };
  copies.set(value, object);
  for (const key of Object.keys(object)) object[key] = copy(object[key], copies);
  return object;
}
