import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { TokenBatch } from './token-batch.ts';

/**
 * Calls a function that is not ours.
 *
 * @param who - what messages call it: `loss "mine"`
 * @throws UpperhandError `loss-failed` with what it threw as `cause`; an UpperhandError passes as it is
 */
export function callYours<T>(who: string, call: () => T): T {
  try {
    return call();
  } catch (cause) {
    if (cause instanceof UpperhandError) throw cause;
    const reason = cause instanceof Error ? String(cause) : show(cause);
    throw new UpperhandError('loss-failed', `${who} threw ${reason}`, { cause });
  }
}

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
    const came = typeof length === 'number' ? `${length}` : tell(values);
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

/** What came, in words. */
export function tell(came: unknown): string {
  return came instanceof Promise ? 'a promise (losses are synchronous)' : show(came);
}

export function fail(message: string): never {
  throw new UpperhandError('invalid-loss-result', message);
}
