import { plainJson } from './plain-json.ts';

export interface PythonJsonOptions {
  /** Spaces for each level, each entry on a line of its own. Default: all on one line. */
  readonly indent?: number;
  /** Keys in the order of their code points. Default: as they stand. */
  readonly sortKeys?: boolean;
  /** Everything but ASCII is escaped, as it is by default; false: halves of surrogate pairs and control characters alone. */
  readonly ensureAscii?: boolean;
  /** No blanks after `,` and `:`. Default false. */
  readonly compact?: boolean;
}

/**
 * A value as the JSON that Python's `json.dumps(value, default=str)` writes: everything but ASCII escaped, floats as
 * Python prints them, and bare NaN and infinities, which JSON does not have and the readers of this package accept.
 *
 * A whole number is written without a point, since JavaScript cannot tell 1.0 from 1; −0 is `-0.0`. What JSON does not
 * know keeps its content where it has some: bigints their digits, Maps their entries (as pairs where two keys have the
 * same text), Sets and typed arrays their values, errors their message, regular expressions their text; `toJSON` is asked first. Functions and symbols are their text, an object inside of
 * itself is `"[circular]"`. Undefined is left out of objects, and null elsewhere.
 *
 * @example
 * pythonJson({ b: [1, 2.5, NaN], a: 'é' }, { sortKeys: true }); // '{"a": "\\u00e9", "b": [1, 2.5, NaN]}'
 */
export function pythonJson(value: unknown, options: PythonJsonOptions = {}): string {
  const { indent, sortKeys = false, ensureAscii = true, compact = false } = options;
  const isUsual = compact && !ensureAscii && !sortKeys && indent === undefined;
  const plain = isUsual && typeof value === 'object' && value !== null ? plainJson(value) : null;
  return plain ?? new Writer(options).write(value, '', '');
}

class Writer {
  readonly #indent: string;
  readonly #lines: boolean;
  readonly #sortKeys: boolean;
  readonly #quote: (text: string) => string;
  readonly #blank: '' | ' ';
  readonly #open = new Set<object>();

  constructor(options: PythonJsonOptions) {
    const { indent, sortKeys = false, ensureAscii = true, compact = false } = options;
    this.#indent = ' '.repeat(indent ?? 0);
    this.#lines = indent !== undefined;
    this.#sortKeys = sortKeys;
    this.#quote = ensureAscii ? quote : JSON.stringify;
    this.#blank = compact ? '' : ' ';
  }

  /** @param margin - what a line of the value's container begins with */
  write(value: unknown, key: string, margin: string): string {
    const plain = toPlain(value, key);
    if (plain === undefined || plain === null) return 'null';
    if (typeof plain === 'number') return pythonNumber(plain);
    if (typeof plain === 'boolean' || typeof plain === 'bigint') return String(plain);
    if (typeof plain !== 'object') return this.#quote(String(plain));
    if (this.#open.has(plain)) return this.#quote('[circular]');
    this.#open.add(plain);
    const text = Array.isArray(plain)
      ? this.#list(
          '[',
          // Not with map, which leaves out what is missing in an array.
          Array.from(plain, (entry, i) => this.write(entry, String(i), margin + this.#indent)),
          ']',
          margin,
        )
      : this.#list('{', this.#members(plain, margin + this.#indent), '}', margin);
    this.#open.delete(plain);
    return text;
  }

  #members(object: object, margin: string): string[] {
    const entries = Object.entries(object).filter(([, value]) => value !== undefined);
    if (this.#sortKeys) entries.sort(([a], [b]) => compareCodePoints(a, b));
    return entries.map(
      ([key, value]) => `${this.#quote(key)}:${this.#blank}${this.write(value, key, margin)}`,
    );
  }

  #list(open: string, entries: readonly string[], close: string, margin: string): string {
    if (entries.length === 0) return open + close;
    if (!this.#lines) return open + entries.join(`,${this.#blank}`) + close;
    const line = `\n${margin}${this.#indent}`;
    return `${open}${line}${entries.join(`,${line}`)}\n${margin}${close}`;
  }
}

function toPlain(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON(key);
  if (value instanceof Map) return mapToPlain(value);
  if (value instanceof Set) return [...value];
  if (value instanceof Error || value instanceof RegExp) return String(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as Iterable<unknown>);
  // Boxed values are written as what they hold.
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return value.valueOf();
  return value;
}

/** As pairs where keys are not told apart by their text. */
function mapToPlain(map: ReadonlyMap<PropertyKey, unknown>): unknown {
  const object = Object.fromEntries(map);
  return Object.keys(object).length === map.size ? object : [...map];
}

/** A number as Python prints it, ints and floats alike. */
export function pythonNumber(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  // JavaScript goes over to exponents below 1e-6, Python below 1e-4.
  const small = value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential() : text;
  return small.replace(/e([+-])(\d)$/, (_, sign, digit) => `e${sign}0${digit}`);
}

function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Sorting by UTF-16 units puts characters beyond U+FFFF before those from U+E000. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
