/** One value of a config: its key in files, its default, and what may stand there. */
export interface Field<T> {
  /** As in YAML: `eps_clip`. */
  readonly key: string;
  readonly fallback: T;
  /** What may stand there, for messages: `true or false`. */
  readonly expected: string;
  accepts(value: unknown): value is T;
}

/** The values that belong to one section, by their names in code. */
export type FieldTable = Readonly<Record<string, Field<unknown>>>;

export type ValuesOf<T extends FieldTable> = {
  readonly [K in keyof T]: T[K] extends Field<infer V> ? V : never;
};

/** True or false, and no text that looks like it: `"false"` would be truthy. */
export function flag(key: string, fallback: boolean): Field<boolean> {
  return {
    key,
    fallback,
    expected: 'true or false',
    accepts: (value): value is boolean => typeof value === 'boolean',
  };
}

export interface NumberRange {
  readonly integer?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** Smaller than every legal value. */
  readonly above?: number;
}

/** A finite number within a range. */
export function numeric(key: string, fallback: number, range: NumberRange = {}): Field<number> {
  const { integer = false, min = -Infinity, max = Infinity, above = -Infinity } = range;
  return {
    key,
    fallback,
    expected: describeRange(range),
    accepts: (value): value is number =>
      Number.isFinite(value) &&
      (!integer || Number.isInteger(value)) &&
      (value as number) >= min &&
      (value as number) <= max &&
      (value as number) > above,
  };
}

function describeRange({ integer, min, max, above }: NumberRange): string {
  const kind = integer ? 'an integer' : 'a number';
  if (min !== undefined && max !== undefined) return `${kind} from ${min} to ${max}`;
  const limits = [
    ...(min === undefined ? [] : [`≥ ${min}`]),
    ...(above === undefined ? [] : [`> ${above}`]),
    ...(max === undefined ? [] : [`≤ ${max}`]),
  ];
  return [kind, limits.join(' and ')].join(' ').trim();
}

/** One of a few words. */
export function choice<T extends string>(
  key: string,
  fallback: T,
  choices: readonly T[],
): Field<T> {
  return {
    key,
    fallback,
    expected: `one of ${choices.join(', ')}`,
    accepts: (value): value is T => (choices as readonly unknown[]).includes(value),
  };
}

/** Any text but the empty one. */
export function text(key: string, fallback: string): Field<string> {
  return {
    key,
    fallback,
    expected: 'a non-empty string',
    accepts: (value): value is string => typeof value === 'string' && value !== '',
  };
}

/** The same, or null, which is the default. */
export function orNull<T>(field: Field<T>): Field<T | null> {
  return {
    key: field.key,
    fallback: null,
    expected: `${field.expected}, or null`,
    accepts: (value): value is T | null => value === null || field.accepts(value),
  };
}

/** A list of non-empty strings; one string is a list of one, and null an empty one. */
export function names(key: string, fallback: readonly string[]): Field<readonly string[]> {
  return {
    key,
    fallback,
    expected: 'a list of names',
    accepts: (value): value is readonly string[] =>
      Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== ''),
  };
}
