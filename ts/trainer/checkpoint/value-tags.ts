/** What kind of value follows, in one byte. The numbers are part of the file format: they are never given anew. */
export const TAG = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  number: 4,
  bigint: 5,
  text: 6,
  /** Text with half of a surrogate pair, which UTF-8 has no bytes for, as its code units. */
  brokenText: 7,
  array: 8,
  /** An array of numbers that are all 32-bit integers, and not −0. */
  int32s: 9,
  /** An array of any numbers. */
  numbers: 10,
  object: 11,
  /** An object without a prototype. */
  bareObject: 12,
  map: 13,
  set: 14,
  date: 15,
  typedArray: 16,
  arrayBuffer: 17,
  /** An object that came before, by its place in the order of their first appearance. */
  again: 18,
  /** A place of an array where nothing is. */
  hole: 19,
} as const;

type TypedArrayClass = new (buffer: ArrayBuffer) => ArrayBufferView;

/** By their numbers in files; only added to. */
export const TYPED_ARRAYS: readonly TypedArrayClass[] = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
];
