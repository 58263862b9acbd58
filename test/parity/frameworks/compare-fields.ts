import { numbers } from './records.ts';

/** One number, or other value, that is not what the record has. */
export interface Mismatch {
  /** Path of the field: `'metrics.clip_fraction'`. */
  readonly field: string;
  /** Which entry of an array, and of how many; 0 of 1 for a single value. */
  readonly entry: number;
  readonly length: number;
  readonly expected: unknown;
  readonly got: unknown;
  /** How far apart two numbers may be; NaN where no number was to come. */
  readonly allowed: number;
}

/** What decides how values of a record are read and compared. */
export interface Reading {
  /** Of arrays that do not say theirs. */
  readonly dtype: string | undefined;
  /** For results of tokens. */
  readonly mask: Float64Array | null;
  readonly columns: number;
  /** Largest finite input. */
  readonly magnitude: number;
  /** By dtype. */
  readonly tolerance: (dtype: string | undefined) => number;
  readonly leftOut: (path: string) => boolean;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !ArrayBuffer.isView(value);

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

/** Compares the fields of a result with those of a record, numbers within the tolerance. */
export function compareFields(expected: Json, got: Json, reading: Reading, path = ''): Mismatch[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const field = path === '' ? name : `${path}.${name}`;
    if (reading.leftOut(field)) return [];
    // Returns that equal the advantages.
    const meant = value === 'same' && path === '' ? expected.advantages : value;
    if (!Object.hasOwn(got, name)) return [missing(field, meant)];
    return compareValue(meant, got[name], reading, field);
  });
}

function compareValue(
  expected: unknown,
  got: unknown,
  reading: Reading,
  field: string,
): Mismatch[] {
  const wrong = [{ field, entry: 0, length: 1, expected, got, allowed: Number.NaN }];
  if (isObject(expected)) {
    if ('t' in expected && 'v' in expected) return compareValue(expected.v, got, reading, field);
    if ('d' in expected) return compareEncoded(expected, got, reading, field);
    return isObject(got) ? compareFields(expected, got, reading, field) : wrong;
  }
  if (isList(expected)) {
    if (!isList(got) || got.length !== expected.length) return wrong;
    return Array.from(expected).flatMap((entry, i) =>
      compareValue(entry, got[i], reading, `${field}[${i}]`),
    );
  }
  if (isNumber(expected) && isNumber(got))
    return compareNumbers([Number(expected)], [Number(got)], reading, { field });
  return Object.is(expected, got) ? [] : wrong;
}

/** The encoded forms: arrays with or without a shape, masks, results for tokens, scalars. */
function compareEncoded(expected: Json, got: unknown, reading: Reading, field: string): Mismatch[] {
  const { at, shape } = expected as { at?: string; shape?: readonly number[] };
  const named = (expected.dtype ?? expected.t) as string | undefined;
  const dtype = named === undefined || named === 'float' ? reading.dtype : named;
  const stored = numbers(expected, named === 'float' ? undefined : dtype);
  const all = at === undefined ? stored : spread(stored, at, reading);
  const given = flatten(got, shape);
  if (given?.length !== all.length)
    return [{ field, entry: 0, length: 1, expected: expected.d, got, allowed: Number.NaN }];
  const mismatches = compareNumbers(all, given, reading, { field, dtype });
  // A row that is not finite was multiplied by its mask: whether 0 or NaN stands there says nothing.
  const says = ({ entry, got: ours }: Mismatch): boolean =>
    !(at === 'row' && reading.mask?.[entry] === 0 && Number.isNaN(all[entry]) && ours === 0);
  return mismatches.filter(says);
}

function compareNumbers(
  expected: ArrayLike<number>,
  got: ArrayLike<number>,
  reading: Reading,
  { field, dtype = reading.dtype }: { field: string; dtype?: string | undefined },
): Mismatch[] {
  const own = largest(expected);
  const scale = Math.max(reading.magnitude, own);
  // Inputs of 1e30 would let any number near 1 pass: an error as large as the result is none of rounding.
  const allowed = Math.min(reading.tolerance(dtype) * scale, 0.01 * Math.max(1, own));
  return Array.from(expected).flatMap((value, entry) => {
    const ours = got[entry] as number;
    if (same(value, ours, allowed)) return [];
    return [{ field, entry, length: expected.length, expected: value, got: ours, allowed }];
  });
}

function same(expected: number, got: number, allowed: number): boolean {
  if (expected === got || (Number.isNaN(expected) && Number.isNaN(got))) return true;
  return Math.abs(expected - got) <= allowed && Number.isFinite(got);
}

/** Every token of a result that has one number a row, or those of the trained tokens. */
function spread(stored: Float64Array, at: string, { mask, columns }: Reading): Float64Array {
  if (at === 'all') return stored;
  if (mask === null) throw new Error(`a result at "${at}" without a mask`);
  let next = 0;
  return mask.map((on, i) => {
    if (at === 'mask') return on === 0 ? 0 : (stored[next++] as number);
    const value = stored[Math.floor(i / columns)] as number;
    return at === 'row' ? value * on : value;
  });
}

/** Numbers and booleans of an array of any depth, whose lengths must be those of the shape; null for anything else. */
function flatten(got: unknown, shape: readonly number[] | undefined): number[] | null {
  if (isNumber(got) || typeof got === 'boolean') return [Number(got)];
  if (!isList(got)) return null;
  const rows = Array.from(got);
  if (rows.every((row) => isNumber(row) || typeof row === 'boolean')) return rows.map(Number);
  if (shape && shape[0] !== rows.length) return null;
  const inner = rows.map((row) => flatten(row, shape?.slice(1)));
  if (inner.some((row) => row === null)) return null;
  if (shape && inner.some((row) => row?.length !== product(shape.slice(1)))) return null;
  return (inner as number[][]).flat();
}

const product = (sizes: readonly number[]): number => sizes.reduce((total, n) => total * n, 1);

const NON_FINITE = new Set(['NaN', 'Infinity', '-Infinity']);

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && NON_FINITE.has(value));
}

function missing(field: string, expected: unknown): Mismatch {
  return { field, entry: 0, length: 1, expected, got: undefined, allowed: Number.NaN };
}

/** Largest finite number of a value of a record, masks and whole numbers of type int64 aside. */
export function largest(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.abs(value) : 0;
  if (isList(value))
    return Array.from(value).reduce<number>((most, v) => Math.max(most, largest(v)), 0);
  if (!isObject(value) || value.dtype === 'mask' || value.dtype === 'int64') return 0;
  if ('d' in value) return largest(value.d);
  return Object.values(value).reduce<number>((most, v) => Math.max(most, largest(v)), 0);
}
