import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { cannotWrite, type OutPlace } from './out-place.ts';
import { Sink } from './sink.ts';

/** What ends the process unless somebody listens. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** For what is moved to a place when it is complete. Made where none is yet, so that a name taken is refused. */
export function besideName(place: string): string {
  // Loading node:crypto takes some 3 ms, for what only has to differ.
  return `${place}.${process.pid.toString(36)}${Math.random().toString(36).slice(2)}.tmp`;
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
    if (this.#isBeside()) for (const signal of signals) process.on(signal, this.#interrupted);
  }

  /** @throws UpperhandError `rollout-file` when it cannot be opened */
  static async create({ target, special, mode }: OutPlace): Promise<FileSink> {
    try {
      const written = special ? target : besideName(target);
      const file = await open(written, special ? 'w' : 'wx', mode ?? undefined);
      // The permissions of before, which the process's mask may have narrowed.
      if (mode !== null) await file.chmod(mode).catch(() => {});
      return new FileSink(file, written, target);
    } catch (error) {
      throw cannotWrite(target, error);
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
      if (this.#isBeside()) await rename(this.#written, this.#target);
      this.#stopListening();
    } catch (error) {
      throw cannotWrite(this.#target, error);
    }
  }

  override async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
    if (this.#isBeside()) await rm(this.#written, { force: true });
    this.#stopListening();
  }

  #isBeside(): boolean {
    return this.#written !== this.#target;
  }

  /** Takes the half-written file away, and lets the signal do what it does. */
  readonly #interrupted = (signal: NodeJS.Signals): void => {
    process.getBuiltinModule('node:fs').rmSync(this.#written, { force: true });
    this.#stopListening();
    process.kill(process.pid, signal);
  };

  #stopListening(): void {
    for (const signal of signals) process.off(signal, this.#interrupted);
  }
}
