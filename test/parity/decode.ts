/** The golden files' encoding of Python values: `{ t, d, x }` for scalars, `{ dtype, d, x }` for arrays. */

export type Scalar = number | boolean | string | null;

interface EncodedScalar {
  readonly t: 'float' | 'int' | 'bool' | 'str';
  readonly x?: string;
  readonly v?: number | boolean | string;
}

interface EncodedArray {
  readonly dtype: string;
  readonly d: readonly (number | boolean | string)[];
  readonly x?: string;
}

/** A scalar, floats from their bits. What is not encoded (plain JSON) comes back as it is. */
export function decodeScalar(encoded: unknown): Scalar {
  if (encoded === null || typeof encoded !== 'object') return encoded as Scalar;
  const { t, x, v } = encoded as EncodedScalar;
  if (t === 'float') return fromBits(x as string);
  if (v === undefined) throw new Error(`not an encoded scalar: ${JSON.stringify(encoded)}`);
  return v;
}

/** A scalar as a number; booleans count as 1 and 0. */
export function decodeNumber(encoded: unknown): number {
  return Number(decodeScalar(encoded));
}

/** An array, floats from their bits, ints and booleans as they are. */
export function decodeArray(encoded: unknown): (number | boolean)[] {
  const { dtype, d, x } = encoded as EncodedArray;
  if (dtype !== 'float64') return d as (number | boolean)[];
  return Array.from(d, (_, i) => fromBits((x as string).slice(16 * i, 16 * i + 16)));
}

export function decodeNumbers(encoded: unknown): number[] {
  return decodeArray(encoded).map(Number);
}

function fromBits(hex: string): number {
  if (hex === 'nan') return Number.NaN;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

/** Whether the record expects Python to raise. */
export function expectsError(record: { readonly [key: string]: unknown }): boolean {
  const expect = record.expect as { error?: unknown } | undefined;
  return typeof expect === 'object' && expect !== null && 'error' in expect;
}

/** Runs code that may refuse; a refusal is `{ error: true }`, anything else that is thrown is a fault of ours. */
export function orError<T>(compute: () => T): T | { error: true } {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { error: true };
    throw error;
  }
}
