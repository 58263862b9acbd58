import { ConfigError, type ConfigProblem } from '../../errors/config-error.ts';
import { nearest } from '../../errors/nearest.ts';
import { show } from '../../errors/show.ts';

/** Gathers what is wrong with a spec, so that all of it is told together. */
export class SpecProblems {
  readonly #problems: ConfigProblem[] = [];

  add(path: string, message: string): void {
    this.#problems.push({ path, message });
  }

  /** Whether it is an object; a field that there is not would be a silent default. */
  record(path: string, value: unknown, fields: readonly string[]): value is object {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.add(path, `must be an object, got ${show(value)}`);
      return false;
    }
    for (const field of Object.keys(value)) {
      if (fields.includes(field)) continue;
      const meant = nearest(field, fields);
      const hint =
        meant === undefined ? `known are ${fields.join(', ')}` : `did you mean ${meant}?`;
      this.add(`${path}.${field}`, `there is no such field; ${hint}`);
    }
    return true;
  }

  word(path: string, value: unknown, words: readonly string[]): void {
    if (!words.includes(value as string))
      this.add(path, `must be one of ${words.join(', ')}, got ${show(value)}`);
  }

  flag(path: string, value: unknown): void {
    if (typeof value !== 'boolean') this.add(path, `must be a boolean, got ${show(value)}`);
  }

  number(
    path: string,
    value: unknown,
    low: number = Number.NEGATIVE_INFINITY,
    high: number = Number.POSITIVE_INFINITY,
  ): void {
    if (Number.isFinite(value) && (value as number) >= low && (value as number) <= high) return;
    const range = high < Infinity ? ` from ${low} to ${high}` : low > -Infinity ? ` ≥ ${low}` : '';
    this.add(path, `must be a finite number${range}, got ${show(value)}`);
  }

  /** @throws ConfigError with all problems, where there are any */
  report(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
  }
}
