import { show } from './show.ts';
import { UpperhandError } from './upperhand-error.ts';

/** Throws the one sentence for bad arguments: name of the thing, what it must be, what came. */
export function refuse(what: string, expected: string, got: unknown): never {
  throw new UpperhandError('invalid-argument', `${what} must be ${expected}, got ${show(got)}`);
}
