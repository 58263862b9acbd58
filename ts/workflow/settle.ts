import { onAbort } from './model/on-abort.ts';

/** How a piece of work ended. */
export type Outcome<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'timeout' };

/** The longest time that a timer can hold: 24.8 days. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Waits until work ends, or its time is over, or the controller is aborted, whichever comes first. Work that failed or
 * took too long has the controller aborted, so that what listens to its signal stops too: what it began and did not
 * wait for. What does not listen is left alone, and what it still gives or throws is dropped.
 *
 * @param seconds - from now; timers hold no more than 24.8 days
 * @throws the reason of the controller's signal, when somebody else aborted it
 */
export function settle<T>(
  work: () => T | PromiseLike<T>,
  seconds: number,
  controller: AbortController,
): Promise<Outcome<T>> {
  const { signal } = controller;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const release = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
    const end = (outcome: Outcome<T>): void => {
      clearTimeout(timer);
      release();
      resolve(outcome);
    };
    const fail = (outcome: Outcome<T>, reason: unknown): void => {
      end(outcome);
      controller.abort(reason);
    };
    const timer = setTimeout(
      () => {
        const reason = new DOMException(`not done within ${seconds} seconds`, 'TimeoutError');
        fail({ kind: 'timeout' }, reason);
      },
      Math.min(seconds * 1000, LONGEST_MS),
    );
    try {
      Promise.resolve(work()).then(
        (value) => end({ kind: 'value', value }),
        (error) => fail({ kind: 'error', error }, error),
      );
    } catch (error) {
      fail({ kind: 'error', error }, error);
    }
  });
}
