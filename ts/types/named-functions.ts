import { checkOptions } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { checkBoolean } from './check.ts';
import { describeMeant } from './describe-meant.ts';

/** Functions by name: the built-in ones, and those that are registered beside or over them. */
export class NamedFunctions<F> {
  readonly #kind: 'estimator' | 'loss';
  readonly #builtIn: Readonly<Record<string, F>>;
  /** By name, the latest last: taking one back uncovers the one before it. */
  readonly #registered = new Map<string, { readonly held: F }[]>();

  /** @param kind - as messages and error codes have it */
  constructor(kind: 'estimator' | 'loss', builtIn: Readonly<Record<string, F>>) {
    this.#kind = kind;
    this.#builtIn = builtIn;
  }

  /**
   * Makes a function known by a name. Returns what takes it back, once, in any order.
   *
   * @throws UpperhandError `duplicate-…` for a name that is taken, unless `override` is true; `invalid-argument` for a
   *   blank name, for what is no function, and for an `override` that is no boolean
   */
  register(name: string, given: F, options: { readonly override?: boolean }): () => void {
    const kind = this.#kind;
    if (typeof name !== 'string' || name.trim() === '')
      refuse(`${kind} name`, 'a non-empty string', name);
    if (typeof given !== 'function') refuse(`${kind} ${show(name)}`, 'a function', given);
    checkOptions(options, { override: true });
    const { override = false } = options;
    checkBoolean('override', override);
    if (!override && this.find(name) !== undefined) {
      throw new UpperhandError(
        `duplicate-${kind}`,
        `${kind} ${show(name)} is registered already; pass { override: true } to replace it`,
      );
    }
    const entry = { held: given };
    this.#registered.set(name, [...(this.#registered.get(name) ?? []), entry]);
    return () => {
      const others = (this.#registered.get(name) ?? []).filter((other) => other !== entry);
      if (others.length > 0) this.#registered.set(name, others);
      else this.#registered.delete(name);
    };
  }

  find(name: unknown): F | undefined {
    if (typeof name !== 'string') return undefined;
    const registered = this.#registered.get(name)?.at(-1);
    if (registered) return registered.held;
    return Object.hasOwn(this.#builtIn, name) ? this.#builtIn[name] : undefined;
  }

  /** Whether the name stands for the function that was there from the start. */
  isBuiltIn(name: string): boolean {
    return Object.hasOwn(this.#builtIn, name) && this.find(name) === this.#builtIn[name];
  }

  /** The built-in names, then the others as they were registered. */
  names(): string[] {
    return [...new Set([...Object.keys(this.#builtIn), ...this.#registered.keys()])];
  }

  /**
   * What there is instead of a name that nobody registered.
   *
   * @param presets - `framework/name`: not listed, but one of them may have been meant
   */
  describeKnown(name: unknown, presets: readonly string[] = []): string {
    const known = this.names();
    const meant = typeof name === 'string' ? describeMeant(name, known, presets) : '';
    return `known: ${known.join(', ')}.${meant && ` ${meant}`}`;
  }
}
