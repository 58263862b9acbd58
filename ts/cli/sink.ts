import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { UpperhandError } from '../errors/upperhand-error.ts';
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
    const needed = this.#length + 3 * text.length;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#length += this.#encoder.encodeInto(text, this.#buffer.subarray(this.#length)).written;
    return this.#length >= FLUSH_BYTES;
  }

  async flush(): Promise<void> {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#length = 0;
    if (bytes.length > 0 && !this.closed) await this.put(bytes);
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

  protected put(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.write(bytes, (error) => {
        if (!error) resolve();
        else if ('code' in error && error.code === 'EPIPE') {
          this.closed = true;
          resolve();
        } else
          reject(new UpperhandError('rollout-file', `cannot write to stdout: ${error.message}`));
      });
    });
  }
}

/** A file that is there completely or not at all: written beside its place and then moved into it. */
export class FileSink extends Sink {
  readonly #file: FileHandle;
  readonly #written: string;
  readonly #target: string;

  private constructor(file: FileHandle, written: string, target: string) {
    super();
    this.#file = file;
    this.#written = written;
    this.#target = target;
  }

  /** @throws UpperhandError `rollout-file` when the folder is missing or may not be written to */
  static async create(path: string): Promise<FileSink> {
    try {
      const there = await lstat(path).catch(() => null);
      const target = there?.isSymbolicLink() ? await realpath(path) : path;
      // A device or a pipe cannot be replaced; it is written to as it is.
      const special = there !== null && !there.isFile() && !there.isSymbolicLink();
      const written = special ? target : `${target}.${randomBytes(6).toString('hex')}.tmp`;
      return new FileSink(await open(written, special ? 'w' : 'wx'), written, target);
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }

  protected async put(bytes: Uint8Array): Promise<void> {
    try {
      await this.#file.writeFile(bytes);
    } catch (error) {
      throw cannotWrite(this.#target, error);
    }
  }

  override async finish(): Promise<void> {
    await this.flush();
    try {
      await this.#file.sync().catch(() => {});
      await this.#file.close();
      if (this.#written !== this.#target) await rename(this.#written, this.#target);
    } catch (error) {
      throw cannotWrite(this.#target, error);
    }
  }

  override async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
    if (this.#written !== this.#target) await rm(this.#written, { force: true });
  }
}

function cannotWrite(path: string, error: unknown): UpperhandError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    ENOENT: 'its folder does not exist',
    EACCES: 'no permission',
    EPERM: 'no permission',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
  };
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new UpperhandError('rollout-file', `cannot write ${path}: ${reason}`);
}
