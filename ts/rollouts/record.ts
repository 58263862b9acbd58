/** One record of a file, whatever it is kept as. Names are own names only: `__proto__` is a name like any other. */
export interface RolloutRecord {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Undefined when it is absent. */
  get(name: string): unknown;
  /** The same, with integers that a double cannot hold as text, digit for digit. */
  exact(name: string): unknown;
}

/** A record that JSON.parse made. */
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
