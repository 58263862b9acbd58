import { nearest } from '../errors/nearest.ts';
import { show } from '../errors/show.ts';

/** Named in a message; the others are counted. */
const MOST_NAMED = 8;

/**
 * What a name that there is not was probably meant to be, as a sentence; empty where nothing is like it. A name that
 * presets have after their framework goes before one that is spelt alike: "dapo" is trl/dapo, not sapo.
 *
 * @param presets - `framework/name`
 */
export function describeMeant(
  name: string,
  known: readonly string[],
  presets: readonly string[],
): string {
  const letters = lettersOf(name);
  const respelt = known.find((one) => lettersOf(one) === letters);
  if (respelt !== undefined) return asked(respelt);
  const [framework = '', key] = name.split('/');
  const own = presets.filter((preset) => preset.startsWith(`${framework}/`));
  const near = key === undefined ? undefined : nearest(key, own.map(keyOf));
  if (near !== undefined) return asked(`${framework}/${near}`);
  if (own.length > 0) return `${framework} has ${own.map(keyOf).join(', ')}.`;
  const same = called(name, presets);
  if (same.length > 0) return `Frameworks have it: ${listed(same)}.`;
  const alike = nearest(name, [...known, ...presets]);
  return alike === undefined ? '' : asked(alike);
}

/** Those of a name, with their frameworks or without. */
export function called(name: string, names: readonly string[]): string[] {
  const letters = lettersOf(name);
  return letters === '' ? [] : names.filter((one) => lettersOf(keyOf(one)) === letters);
}

function asked(name: string): string {
  return `Did you mean ${show(name)}?`;
}

export function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).map(show).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A preset's name without its framework. */
export function keyOf(preset: string): string {
  return preset.slice(preset.indexOf('/') + 1);
}

/** Frameworks spell one name in several ways: `dr_grpo` and `drgrpo`, `reinforce++` and `reinforce_plus_plus`. */
function lettersOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replace(/[^a-z0-9/]/g, '');
}
