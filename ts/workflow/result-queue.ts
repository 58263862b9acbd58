/** Hands on what comes in, in that order, to one reader. */
export class ResultQueue<T> implements AsyncIterable<T> {
  #ready: T[] = [];
  #end: { readonly error?: unknown } | null = null;
  #wake: () => void = () => {};

  push(item: T): void {
    this.#ready.push(item);
    this.#wake();
  }

  /** Nothing more comes. */
  end(): void {
    this.#end ??= {};
    this.#wake();
  }

  /** Nothing more comes, and the reader is to know why. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const ready = this.#ready;
      this.#ready = [];
      for (const item of ready) yield item;
      if (this.#ready.length > 0) continue;
      if (this.#end && 'error' in this.#end) throw this.#end.error;
      if (this.#end) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
