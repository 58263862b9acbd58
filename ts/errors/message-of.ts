import { show } from './show.ts';

/** What an error says; whatever else was thrown, as a short piece of text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : show(error);
}
