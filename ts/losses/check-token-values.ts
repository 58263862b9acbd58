import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { TokenBatch } from './token-batch.ts';

/**
 * Checks numbers that somebody's function gave for the tokens of a batch.
 *
 * @param name - what messages call them
 * @throws UpperhandError `invalid-loss-result` for another length, for what is no finite number, and for anything but 0
 *   where a token is not trained
 */
export function checkTokenValues(name: string, values: unknown, batch: TokenBatch): Float64Array {
  const length = (values as { length?: unknown } | null | undefined)?.length;
  if (typeof values !== 'object' || length !== batch.numTokens) {
    const came = typeof length === 'number' ? `${length}` : show(values);
    fail(`${name} must give ${batch.numTokens} numbers, one a token, got ${came}`);
  }
  const given = values as ArrayLike<unknown>;
  const checked = new Float64Array(batch.numTokens);
  for (let i = 0; i < checked.length; i++) {
    const value = given[i];
    const isTrained = batch.mask[i] === 1;
    if (!Number.isFinite(value) || !(isTrained || value === 0)) {
      const expected = isTrained ? 'a finite number' : '0, as the token is not trained';
      fail(`${name}[${i}] (${batch.place(i)}) must be ${expected}, got ${show(value)}`);
    }
    checked[i] = value as number;
  }
  return checked;
}

export function fail(message: string): never {
  throw new UpperhandError('invalid-loss-result', message);
}
