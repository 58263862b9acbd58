/** Does pieces of work one after the other, in the order in which they came, whether or not some fail. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
