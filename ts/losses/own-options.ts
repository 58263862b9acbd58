import { refuse } from '../errors/refuse.ts';
import { checkNumber, type NumberRange } from './check-number.ts';

/** An option that one loss has, or a few. */
export interface OwnOption<T> {
  readonly default: T;
  /** What it does, in a line. */
  readonly about: string;
  /** @throws UpperhandError `invalid-argument` for what is not legal */
  readonly check: (name: string, value: unknown) => void;
}

export type OwnOptions<Own> = { readonly [Name in keyof Own]: OwnOption<Own[Name]> };

/** Options of a loss that has none of its own. */
// biome-ignore lint/complexity/noBannedTypes: an intersection with it must change nothing
export type NoOptions = {};

/** A number within a range. */
export function numberOption(value: number, range: NumberRange, about: string): OwnOption<number> {
  return { default: value, about, check: (name, given) => checkNumber(name, given, range) };
}

/** A number within a range, or null for none. */
export function optionalNumber(
  value: number | null,
  range: NumberRange,
  about: string,
): OwnOption<number | null> {
  const check = (name: string, given: unknown): void => {
    if (given !== null) checkNumber(name, given, range);
  };
  return { default: value, about, check };
}

/** One of a few words. */
export function wordOption<const Word extends string>(
  value: NoInfer<Word>,
  words: readonly Word[],
  about: string,
): OwnOption<Word> {
  const check = (name: string, given: unknown): void => {
    if (!words.includes(given as Word)) refuse(name, `one of ${words.join(', ')}`, given);
  };
  return { default: value, about: `${about}: ${words.join(', ')}`, check };
}

/** On or off. */
export function flagOption(value: boolean, about: string): OwnOption<boolean> {
  const check = (name: string, given: unknown): void => {
    if (typeof given !== 'boolean') refuse(name, 'a boolean', given);
  };
  return { default: value, about, check };
}
