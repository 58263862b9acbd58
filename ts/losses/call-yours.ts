import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';

/**
 * Calls a function that is not ours.
 *
 * @param who - the loss, as messages are to call it: `loss "mine"`
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
