import type { TextStream } from './io.ts';

/** A stream that remembers whether what was written on it came through. A reader that goes away (`| head`) is no failure. */
export class WatchedOutput implements TextStream {
  readonly #stream: TextStream;
  #pending = 0;
  /** The first thing that went wrong; what goes wrong after it follows from it. */
  #error: Error | null = null;
  #whenSettled: () => void = () => {};

  constructor(stream: TextStream) {
    this.#stream = stream;
  }

  get isTTY(): boolean | undefined {
    return this.#stream.isTTY;
  }

  get columns(): number | undefined {
    return this.#stream.columns;
  }

  write(text: string | Uint8Array, done: (error?: Error | null) => void): void {
    this.#pending++;
    this.#stream.write(text, (error) => {
      this.#pending--;
      if (error) this.#error ??= error;
      done(error);
      if (this.#pending === 0) this.#whenSettled();
    });
  }

  /** Why something could not be written; null once all was, or its reader went away. */
  async failure(): Promise<Error | null> {
    while (this.#pending > 0) {
      await new Promise<void>((resolve) => {
        this.#whenSettled = resolve;
      });
    }
    const error = this.#error;
    return error && 'code' in error && error.code === 'EPIPE' ? null : error;
  }
}
