import { show } from '../errors/show.ts';

/** Names for a message, the first dozen of them. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 12).map(show).join(', ') || 'none';
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}
