import { ConfigError, type ConfigProblem } from '../errors/config-error.ts';
import { nearest } from '../errors/nearest.ts';
import { Places } from '../errors/places.ts';
import { show } from '../errors/show.ts';
import { type OnWarning, type Warning, warnOnce } from '../errors/warning.ts';
import type { Field, FieldTable, ValuesOf } from './field.ts';

/**
 * One pass over a config: gathers all problems and warnings, and reports them together at its end, so that a
 * reader of the error mends the file once.
 */
export class ConfigReading {
  readonly #problems: ConfigProblem[] = [];
  readonly #warnings: Warning[] = [];
  readonly #ignored: string[] = [];
  readonly #misplaced: Misplaced[] = [];

  /** A part of the config. What is no mapping is a problem and reads as an empty one. */
  section(value: unknown, path: string): Section {
    if (isMapping(value)) return new Section(this, value, path);
    this.problem(
      path || 'config',
      `must be a mapping of keys to values, got ${value instanceof Map ? 'a Map (Object.fromEntries makes a mapping of it)' : show(value)}`,
    );
    return new Section(this, {}, path, { broken: true });
  }

  problem(path: string, message: string): void {
    const known = this.#problems.some((one) => one.path === path && one.message === message);
    if (!known) this.#problems.push({ path, message });
  }

  warn(warning: Warning): void {
    this.#warnings.push(warning);
  }

  /** A key that means nothing here and may mean something elsewhere. */
  ignore(path: string): void {
    if (!this.#ignored.includes(path)) this.#ignored.push(path);
  }

  /** A key that is read in other places, and not here. */
  misplace(path: string, readFrom: readonly string[]): void {
    this.#misplaced.push({ path, readFrom });
  }

  /**
   * Reads a part that has a reader of its own. Its problems and warnings join those of this pass; a problem that
   * both found counts once. Undefined when something is wrong with the part.
   */
  adopt<T>(
    read: (onWarning: OnWarning) => T,
    place: (path: string) => string = (path) => path,
  ): T | undefined {
    try {
      return read((warning) => {
        if (warning.kind !== 'unknown-config-key') return this.warn(warning);
        for (const path of warning.places ?? []) this.ignore(path);
      });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const { path, message } of error.problems) this.problem(place(path), message);
      return undefined;
    }
  }

  /** The first section that has a key, null counting as nothing; the first of all when none has it. */
  decide(sections: readonly Section[], key: string): Section {
    const [first, ...others] = sections.filter((section) => (section.value(key) ?? null) !== null);
    if (!first) return sections[0] as Section;
    const other = others.find((section) => section.value(key) !== first.value(key));
    if (other) {
      const [winner, loser] = [first.pathOf(key), other.pathOf(key)];
      this.warn({
        kind: 'conflicting-config',
        message: `${winner} is ${show(first.value(key))} and ${loser} is ${show(other.value(key))}; the former counts`,
        places: [winner, loser],
      });
    }
    return first;
  }

  /**
   * Ends the pass. Warnings are delivered only when nothing is wrong.
   *
   * @throws ConfigError with all problems
   */
  finish(onWarning: OnWarning = warnOnce): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
    for (const warning of this.#warnings) onWarning(warning);
    if (this.#misplaced.length > 0) {
      const paths = new Places();
      const told = new Places('; ');
      for (const { path, readFrom } of this.#misplaced) {
        paths.add(() => path);
        told.add(() => `${path} (read from ${readFrom.join(' or ')})`);
      }
      onWarning({
        kind: 'misplaced-config-key',
        message: `config keys were ignored where they stand: ${told}`,
        places: paths.names,
      });
    }
    if (this.#ignored.length === 0) return;
    // All by name: one that was meant for somebody here would hide among others.
    onWarning({
      kind: 'unknown-config-key',
      message: `config keys that mean nothing here were ignored: ${this.#ignored.join(', ')}`,
      places: [...this.#ignored],
    });
  }
}

/** Whether keys can be read from it: lists and maps have none, and would look like an empty section. */
export function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value);
}

interface Misplaced {
  readonly path: string;
  readonly readFrom: readonly string[];
}

/** The keys and values of one mapping; only its own properties count. */
export class Section {
  readonly path: string;
  /** Whether no mapping stands here, or above: a problem already, which absent keys only repeat. */
  readonly broken: boolean;
  readonly #reading: ConfigReading;
  readonly #values: object;
  readonly #known: Set<string> = new Set();

  constructor(
    reading: ConfigReading,
    values: object,
    path: string,
    { broken = false }: { readonly broken?: boolean } = {},
  ) {
    this.#reading = reading;
    this.#values = values;
    this.path = path;
    this.broken = broken;
  }

  pathOf(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  /** What stands under a key, undefined when nothing does. The key counts as known from now on. */
  value(key: string): unknown {
    this.#known.add(key);
    return Object.hasOwn(this.#values, key)
      ? (this.#values as Record<string, unknown>)[key]
      : undefined;
  }

  /** Whether the key was asked for. */
  knows(key: string): boolean {
    return this.#known.has(key);
  }

  entries(): [string, unknown][] {
    return Object.entries(this.#values);
  }

  /** The value of a field, its default when it is absent or wrong. An explicit null is a value. */
  read<T>(field: Field<T>, key: string = field.key): T {
    const value = this.value(key);
    if (value === undefined) return field.fallback;
    if (field.accepts(value)) return value;
    this.problem(key, `must be ${field.expected}, got ${show(value)}`);
    return field.fallback;
  }

  /** All fields of a table, under the keys that files use or under their names in code. */
  readAll<T extends FieldTable>(table: T, naming: 'file' | 'code'): ValuesOf<T> {
    const values = Object.entries(table).map(([name, field]) => [
      name,
      this.read(field, naming === 'file' ? field.key : name),
    ]);
    return Object.fromEntries(values) as ValuesOf<T>;
  }

  /** A mapping under a key, an empty one when the key is absent. */
  child(key: string): Section {
    const value = this.value(key);
    if (value === undefined) return new Section(this.#reading, {}, this.pathOf(key), this);
    return this.#reading.section(value, this.pathOf(key));
  }

  problem(key: string, message: string): void {
    this.#reading.problem(this.pathOf(key), message);
  }

  /** A key that means nothing here and may mean something elsewhere. */
  ignore(key: string): void {
    this.#reading.ignore(this.pathOf(key));
  }

  /**
   * Judges the keys that nobody asked for. One that looks like a known key is refused with its name. Others are
   * refused too when the section is `closed`, and otherwise noted as ignored, or as misplaced when one of the sections
   * `beside` knows them. Keys `elsewhere` are never taken for misspelt; those of `instead` are refused with what it says.
   */
  judgeUnknownKeys({
    closed = false,
    elsewhere = [],
    beside = [],
    instead = {},
  }: {
    readonly closed?: boolean;
    readonly elsewhere?: readonly string[];
    readonly beside?: readonly Section[];
    readonly instead?: Readonly<Record<string, string>>;
  } = {}): void {
    for (const [key] of this.entries()) {
      if (this.#known.has(key)) continue;
      if (Object.hasOwn(instead, key)) {
        this.problem(key, instead[key] as string);
        continue;
      }
      const readFrom = beside.filter((section) => section.knows(key));
      if (readFrom.length > 0) {
        const paths = readFrom.map((section) => section.pathOf(key));
        this.#reading.misplace(this.pathOf(key), paths);
        continue;
      }
      const meant = elsewhere.includes(key) ? undefined : nearest(key, this.#known);
      if (meant !== undefined) this.problem(key, `unknown key, did you mean ${show(meant)}?`);
      else if (closed) this.problem(key, `unknown key; known are ${[...this.#known].join(', ')}`);
      else this.#reading.ignore(this.pathOf(key));
    }
  }

  /** Refuses a key that looks like one of `wanted`, where that one is missing; all others may be there. */
  judgeMisspelt(wanted: readonly string[]): void {
    const missing = wanted.filter((key) => this.value(key) === undefined);
    for (const [key] of this.entries()) {
      if (this.#known.has(key)) continue;
      const meant = nearest(key, missing);
      if (meant !== undefined) this.problem(key, `unknown key, did you mean ${show(meant)}?`);
    }
  }
}
