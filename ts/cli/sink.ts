import type { TextStream } from './io.ts';

const FLUSH_BYTES = 1 << 16;

/**
 * Where results go. Text is gathered as bytes (strings that wait would fill the heap) and passed on in larger
 * pieces; whoever writes much awaits `flush` when told to.
 */
export abstract class Sink {
  /** Nobody reads any more; writing goes on into nothing. */
  closed = false;
  readonly #encoder = new TextEncoder();
  #buffer = new Uint8Array(2 * FLUSH_BYTES);
  #length = 0;

  /** Returns true when it is time to await `flush`. */
  write(text: string): boolean {
    this.#makeRoom(3 * text.length);
    this.#length += this.#encoder.encodeInto(text, this.#buffer.subarray(this.#length)).written;
    return this.#length >= FLUSH_BYTES;
  }

  /** The same of bytes of UTF-8, which may be changed after. */
  writeBytes(bytes: Uint8Array): boolean {
    this.#makeRoom(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
    return this.#length >= FLUSH_BYTES;
  }

  async flush(): Promise<void> {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#length = 0;
    if (bytes.length > 0 && !this.closed) await this.put(bytes);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = new Uint8Array(2 * needed);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }

  /** Passes bytes on; they are used up when it resolves. */
  protected abstract put(bytes: Uint8Array): Promise<void>;

  /** Everything was written. */
  async finish(): Promise<void> {
    await this.flush();
  }

  /** Nothing of it shall stay. */
  async abandon(): Promise<void> {}
}

/** A terminal or a pipe. A reader that goes away (`| head`) is no error. */
export class StreamSink extends Sink {
  readonly #stream: TextStream;

  constructor(stream: TextStream) {
    super();
    this.#stream = stream;
  }

  protected async put(bytes: Uint8Array): Promise<void> {
    const error = await new Promise<Error | null | undefined>((resolve) => {
      this.#stream.write(bytes, resolve);
    });
    if (!error) return;
    if ('code' in error && error.code === 'EPIPE') {
      this.closed = true;
      return;
    }
    const { UpperhandError } = await import('../errors/upperhand-error.ts');
    throw new UpperhandError('rollout-file', `cannot write to stdout: ${error.message}`);
  }
}
