/** Lets training through, or not: it is waited for between two updates. */
export class Gate {
  readonly #onWait: () => void;
  #isOpen = true;
  #open: () => void = () => {};
  #pace = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** @param onWait - called when somebody stands before a closed gate */
  constructor(onWait: () => void) {
    this.#onWait = onWait;
  }

  /** Milliseconds between two that pass. */
  set pace(milliseconds: number) {
    this.#pace = milliseconds;
  }

  close(): void {
    this.#isOpen = false;
  }

  open(): void {
    this.#isOpen = true;
    this.#open();
  }

  async pass(): Promise<void> {
    const wait = this.#last + this.#pace - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    while (!this.#isOpen) {
      this.#onWait();
      await new Promise<void>((resolve) => {
        this.#open = resolve;
      });
    }
    this.#last = performance.now();
  }
}
