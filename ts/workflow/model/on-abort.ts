const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal aborts, once. However many wait, the signal has one listener: Node warns of more than ten,
 * and an agent may well ask twenty things at a time.
 *
 * @returns what takes the callback back
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let callbacks = waiting.get(signal);
  if (callbacks === undefined) {
    const all = new Set<() => void>();
    signal.addEventListener(
      'abort',
      () => {
        for (const each of [...all]) each();
      },
      { once: true },
    );
    waiting.set(signal, all);
    callbacks = all;
  }
  const own = callbacks;
  own.add(callback);
  return () => own.delete(callback);
}

/**
 * Does some work until it ends or one of the signals aborts, whichever comes first. The work gets a signal of its
 * own; what it still does after an abort is dropped, failures too.
 *
 * @throws what the work throws, or the reason of the signal
 */
export function untilAborted<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const releases: (() => void)[] = [];
  const release = (): void => {
    for (const each of releases) each();
  };
  return new Promise<T>((resolve, reject) => {
    const fail = (error: unknown): void => {
      release();
      reject(error);
    };
    for (const signal of signals) {
      if (signal === undefined) continue;
      const stop = (): void => {
        fail(signal.reason);
        controller.abort(signal.reason);
      };
      if (signal.aborted) return stop();
      releases.push(onAbort(signal, stop));
    }
    try {
      work(controller.signal).then((value) => {
        release();
        resolve(value);
      }, fail);
    } catch (error) {
      fail(error);
    }
  });
}
