import { toJson } from '../printable.ts';

/** A value as JSON; a note in its place where it is nested so deeply that JSON.stringify, which calls itself, gives up. */
export function shownJson(value: unknown): string {
  try {
    return toJson(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return '"(nested too deeply to be shown)"';
  }
}
