import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';

/** A number; booleans count as 1 and 0, and nothing else is taken for a number. */
export function toNumber(field: string, value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return refuse(field, 'a number or a boolean', value);
}

export function checkText(field: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') refuse(field, 'a string', value);
}

export function checkBoolean(field: string, value: unknown): asserts value is boolean {
  if (typeof value !== 'boolean') refuse(field, 'a boolean', value);
}

/** Whether it can be read by places: an array, a typed one, or what has a length. */
export function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Number.isInteger((value as { length?: unknown }).length) &&
    (value as { length: number }).length >= 0
  );
}

/** Numbers, as {@link toNumber} takes them. A Float64Array is not copied. */
export function toFloats(field: string, value: unknown): Float64Array {
  if (value instanceof Float64Array) return value;
  if (!isArrayLike(value)) refuse(field, 'an array of numbers', value);
  return Float64Array.from(value, (entry, i) => toNumber(`${field}[${i}]`, entry));
}

/** A step, an epoch, or how many of something there are. */
export function checkCount(field: string, value: unknown): asserts value is number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    refuse(field, 'a whole number, 0 or more', value);
}

export function checkFunction(field: string, value: unknown): void {
  if (typeof value !== 'function') refuse(field, 'a function', value);
}

export function checkArray(field: string, value: unknown): asserts value is unknown[] {
  if (!Array.isArray(value)) refuse(field, 'an array', value);
}

export function checkNumbers(field: string, value: unknown): asserts value is number[] {
  checkArray(field, value);
  for (let i = 0; i < value.length; i++)
    if (typeof value[i] !== 'number') refuse(`${field}[${i}]`, 'a number', value[i]);
}

export function checkRecord(field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(field, 'an object', value);
}

/** A misspelt field would otherwise become a silent default, and so would all that a Map holds. */
export function checkFields(type: string, init: unknown, known: object): void {
  if (typeof init !== 'object' || init === null || Symbol.iterator in init)
    refuse(type, 'made of an object of its fields', init);
  for (const field of Object.keys(init)) {
    if (!Object.hasOwn(known, field)) {
      throw new UpperhandError(
        'invalid-argument',
        `${type} has no field ${show(field)}; it has ${Object.keys(known).join(', ')}`,
      );
    }
  }
}

/** Sets the fields that were given. An undefined one was left out: so the types of most projects have it. */
export function assignGiven<T extends object>(target: T, given: Partial<T>): void {
  for (const field of Object.keys(given) as (keyof T)[]) {
    const value = given[field];
    if (value !== undefined) target[field] = value;
  }
}
