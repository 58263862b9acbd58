/** What listens to signals and can end: a process. */
export interface Interruptible {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exit(code: number): unknown;
}

/** What shells say of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/**
 * Lets the first Ctrl-C ask for an end, and the second one be the end.
 *
 * @param onFirst - told that the run will stop after the step in work
 * @param onSecond - told that the process ends
 * @returns a signal that aborts at the first one, and a function that stops listening
 */
export function watchInterrupts(
  process: Interruptible,
  onFirst: () => void,
  onSecond: () => void = () => {},
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const abort = new AbortController();
  const listener = (): void => {
    if (abort.signal.aborted) {
      onSecond();
      process.exit(INTERRUPTED);
      return;
    }
    onFirst();
    abort.abort();
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  const stop = (): void => {
    process.off('SIGINT', listener);
    process.off('SIGTERM', listener);
  };
  return { signal: abort.signal, stop };
}
