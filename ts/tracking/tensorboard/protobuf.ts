/** Fields of Protocol Buffers messages as bytes; a message is its fields, one after the other. */

const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5] as const;

const encoder = /* @__PURE__ */ new TextEncoder();

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A whole number from 0 to 2^53 − 1. */
export function varintField(field: number, value: number): Uint8Array {
  return concatBytes(key(field, VARINT), varint(value));
}

export function doubleField(field: number, value: number): Uint8Array {
  return concatBytes(key(field, FIXED64), doubles([value]));
}

export function floatField(field: number, value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return concatBytes(key(field, FIXED32), bytes);
}

/** Bytes, or a message. */
export function bytesField(field: number, value: Uint8Array): Uint8Array {
  return concatBytes(key(field, BYTES), varint(value.length), value);
}

export function textField(field: number, value: string): Uint8Array {
  return bytesField(field, encoder.encode(value));
}

/** A packed list of doubles. */
export function doublesField(field: number, values: readonly number[]): Uint8Array {
  return bytesField(field, doubles(values));
}

function key(field: number, wireType: number): Uint8Array {
  return varint(field * 8 + wireType);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

function doubles(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) view.setFloat64(8 * i, value, true);
  return bytes;
}
