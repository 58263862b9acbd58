import type { Io } from './io.ts';

const FIRST_AFTER_MS = 100;
const EVERY_MS = 200;

/** How far reading has come, on stderr, when that is a terminal and reading takes a while. */
export class Progress {
  readonly #stderr: Io['stderr'];
  readonly #totalBytes: number | null;
  readonly #started: number;
  #bytes = 0;
  #next = FIRST_AFTER_MS;
  #shown = false;

  /** @param totalBytes - null when it is not known */
  constructor(stderr: Io['stderr'], totalBytes: number | null) {
    this.#stderr = stderr;
    this.#totalBytes = totalBytes;
    // Node loads its clock when somebody asks for it, which takes longer than to read a megabyte.
    this.#started = stderr.isTTY === true ? performance.now() : 0;
  }

  readonly add = (bytes: number): void => {
    this.#bytes += bytes;
    if (this.#stderr.isTTY !== true) return;
    const elapsed = performance.now() - this.#started;
    if (elapsed < this.#next) return;
    this.#next = elapsed + EVERY_MS;
    this.#shown = true;
    this.#stderr.write(`\r\u001b[Kreading: ${this.#describe(elapsed)}`, () => {});
  };

  /** Leaves the line empty for what is printed next. */
  readonly clear = (): void => {
    if (this.#shown) this.#stderr.write('\r\u001b[K', () => {});
    this.#shown = false;
  };

  #describe(elapsed: number): string {
    const megabytes = this.#bytes / 1e6;
    const speed = `${megabytes.toFixed(0)} MB, ${(megabytes / (elapsed / 1000)).toFixed(0)} MB/s`;
    if (!this.#totalBytes) return speed;
    return `${((100 * this.#bytes) / this.#totalBytes).toFixed(0)} % (${speed})`;
  }
}
