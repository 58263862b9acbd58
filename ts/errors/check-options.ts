import { nearest } from './nearest.ts';
import { refuse } from './refuse.ts';
import { show } from './show.ts';
import { UpperhandError } from './upperhand-error.ts';

/** The names of all options of a type; the compiler refuses one that is left out. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/**
 * Refuses options that there are not: a misspelt one would otherwise be a silent default.
 *
 * @throws UpperhandError `invalid-argument` with the option that was meant, or all that there are
 */
export function checkOptions<T extends object>(options: T, names: OptionNames<T>): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    refuse('options', 'an object', options);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name)) continue;
    const known = Object.keys(names);
    const meant = nearest(name, known);
    const hint = meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}?`;
    throw new UpperhandError('invalid-argument', `unknown option ${show(name)}; ${hint}`);
  }
}
