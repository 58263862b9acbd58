import { fingerprint } from './fingerprint.ts';

/**
 * A group's key, for rollouts that have no id of their task, of the text that they answer: equal for equal texts. Goes with `guessedGroup`.
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
