import { fingerprint } from './fingerprint.ts';

/** What a format says where it groups by `textKey`: a whole clause, for `guessed`. */
export const groupedByInput =
  'has no id of its task; from here on such rollouts are grouped by equal input';

/**
 * A group's key for rollouts that have no id of their task, of the text that they answer: equal for equal texts.
 *
 * @example
 * textKey('2+2').slice(-2); // '-3'
 */
export function textKey(text: string): string {
  // The length guards against the accident of equal fingerprints a little further.
  const { high, low } = fingerprint(text);
  return `input-${hex(high)}${hex(low)}-${text.length}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
