import type { MemberNames } from './member-names.ts';

/**
 * One record of a file, whatever it is kept as. Names are own names only: `__proto__` is a name like any other. Formats
 * ask for the fields that they need, by `get` and by `getPath`, `getRecord` and `getRecords` below, so that the rest
 * need not be decoded.
 */
export interface RolloutRecord {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Undefined when it is absent. */
  get(name: string): unknown;
  /** The same, with integers that a double cannot hold as text, digit for digit. */
  exact(name: string): unknown;
  /** A field that is an object, as a record of its own; undefined for anything else. Default: made of `get`. */
  record?(name: string): RolloutRecord | undefined;
  /** The entries of a field that is an array; undefined stands for those that are no objects. Default: made of `get`. */
  records?(name: string): readonly (RolloutRecord | undefined)[] | undefined;
  /** As `visitRecords`. Default: with what `records` gives. */
  visit?(name: string, take: (record: RolloutRecord) => void, asked?: MemberNames): boolean;
  /** Whether a field is an array. Default: whether what `get` gives is one. */
  isArray?(name: string): boolean;
  /** Whether a field is this text of ASCII. Default: what `get` gives is. */
  isText?(name: string, text: string): boolean;
  /**
   * How many entries an array has, or characters a text; undefined for anything else. Default: counted after `get`.
   *
   * @param kind - what is counted; default: both
   */
  length?(name: string, kind?: 'text'): number | undefined;
}

/** A record that JSON.parse made, or that looks as if it had. */
export class ObjectRecord implements RolloutRecord {
  readonly #object: Readonly<Record<string, unknown>>;
  readonly #readExactly: () => unknown;

  /** @param readExactly - reads the same object once more, with integers that a double cannot hold as text */
  constructor(object: object, readExactly: () => unknown) {
    this.#object = object as Record<string, unknown>;
    this.#readExactly = readExactly;
  }

  get names(): readonly string[] {
    return Object.keys(this.#object);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#object, name);
  }

  get(name: string): unknown {
    return this.has(name) ? this.#object[name] : undefined;
  }

  exact(name: string): unknown {
    const again = this.#readExactly();
    return again === undefined ? this.get(name) : getOwn(again, name);
  }
}

/** A property of an object's own; undefined for what it only inherits, and for what is no object. */
export function getOwn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/**
 * A value inside a record, by the names that lead to it; undefined where one of them is absent.
 *
 * @example
 * const record = new ObjectRecord({ agent_ref: { name: 'solver' } }, () => undefined);
 * getPath(record, 'agent_ref', 'name'); // 'solver'
 */
export function getPath(record: RolloutRecord, ...path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  if (rest.length === 0) return record.get(name);
  const inner = getRecord(record, name);
  return inner && getPath(inner, ...rest);
}

/** An object inside a record as a record of its own; undefined where there is none. */
export function getRecord(record: RolloutRecord, name: string): RolloutRecord | undefined {
  if (record.record) return record.record(name);
  const value = record.get(name);
  return isObject(value)
    ? new ObjectRecord(value, () => getOwn({ value: record.exact(name) }, 'value'))
    : undefined;
}

/**
 * The entries of an array inside a record; undefined where there is no array, and in the place of entries that are no
 * objects.
 */
export function getRecords(
  record: RolloutRecord,
  name: string,
): readonly (RolloutRecord | undefined)[] | undefined {
  if (record.records) return record.records(name);
  const value = record.get(name);
  if (!Array.isArray(value)) return undefined;
  let exact: unknown;
  return value.map((entry: unknown, i) =>
    isObject(entry)
      ? new ObjectRecord(entry, () => {
          exact ??= record.exact(name);
          return Array.isArray(exact) ? exact[i] : undefined;
        })
      : undefined,
  );
}

/**
 * Calls a function with each entry of an array that is an object, which must not keep it: the next one may be in its place. False
 * where there is no array.
 *
 * @param asked - names that it asks each of them for, which can be looked up together. Default: each when it is asked for
 */
export function visitRecords(
  record: RolloutRecord,
  name: string,
  take: (record: RolloutRecord) => void,
  asked?: MemberNames,
): boolean {
  if (record.visit) return record.visit(name, take, asked);
  const records = getRecords(record, name);
  for (const one of records ?? []) if (one) take(one);
  return records !== undefined;
}

/** Whether a field of a record is an array. */
export function isArray(record: RolloutRecord, name: string): boolean {
  return record.isArray ? record.isArray(name) : Array.isArray(record.get(name));
}

/** Whether a field of a record is this text of ASCII, such as a type or a role. */
export function isText(record: RolloutRecord, name: string, text: string): boolean {
  return record.isText ? record.isText(name, text) : record.get(name) === text;
}

/**
 * How many entries an array inside a record has, or characters a text; undefined for anything else.
 *
 * @example
 * getLength(new ObjectRecord({ response_ids: [11, 12] }, () => undefined), 'response_ids'); // 2
 */
export function getLength(record: RolloutRecord, name: string): number | undefined {
  if (record.length) return record.length(name);
  const value = record.get(name);
  return typeof value === 'string' || Array.isArray(value) ? value.length : undefined;
}

/** How many characters a text inside a record has; undefined for anything else. */
export function getTextLength(record: RolloutRecord, name: string): number | undefined {
  if (record.length) return record.length(name, 'text');
  const value = record.get(name);
  return typeof value === 'string' ? value.length : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
