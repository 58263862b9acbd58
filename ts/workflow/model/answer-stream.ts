import { onAbort } from './on-abort.ts';

/** One piece of an answer, and whether with it the reader has the whole answer. */
export interface StreamedPiece<T> {
  readonly value: T;
  readonly complete: boolean;
}

/**
 * A stream that brings pieces as they are asked for. Who cancels it, or aborts, before the answer was complete has
 * acted on a part of it: the answer is given up.
 *
 * @param abandon - called at most once
 */
export function answerStream<T>(
  pieces: Iterator<StreamedPiece<T>>,
  signal: AbortSignal | undefined,
  abandon: () => void,
): ReadableStream<T> {
  let complete = false;
  let release = (): void => {};
  const leave = (): void => {
    release();
    if (!complete) abandon();
    complete = true;
  };
  return new ReadableStream<T>(
    {
      start(controller) {
        if (signal === undefined) return;
        const stop = (): void => {
          controller.error(signal.reason);
          leave();
        };
        if (signal.aborted) stop();
        else release = onAbort(signal, stop);
      },
      pull(controller) {
        const next = pieces.next();
        if (next.done) {
          release();
          controller.close();
          return;
        }
        complete ||= next.value.complete;
        controller.enqueue(next.value.value);
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}
