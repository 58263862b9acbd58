import { becameShorter } from './became-shorter.ts';
import { besideFiles } from './node-fs.ts';

/** A file that is read from anywhere, in this thread. */
export interface ReadAt {
  /** Its descriptor. */
  readonly file: number;
  /** How many it had when it was opened. */
  readonly bytes: number;
  /**
   * Reads what is there from a place on, be it added since; gives how much that was, less only where the file ends.
   *
   * @throws Error where that is before `bytes`
   */
  readAt(into: Uint8Array, offset: number): number;
  close(): void;
}

/** @throws UpperhandError `no-file-system` where there are no files; what the file system throws */
export function openReadAt(path: string | URL): ReadAt {
  const { openSync, fstatSync } = besideFiles('node:fs', 'a file given by its path');
  const file = openSync(path, 'r');
  return readAtOf(file, fstatSync(file).size);
}

/** The same of a file that another thread has opened, and closes after this one has ended. */
export function readAtOf(file: number, bytes: number): ReadAt {
  const fs = besideFiles('node:fs', 'a file given by its path');
  return {
    file,
    bytes,
    readAt(into, offset) {
      for (let read = 0; ; ) {
        const more = fs.readSync(file, into, read, into.length - read, offset + read);
        read += more;
        if (more === 0 && offset + read < bytes) throw becameShorter(bytes, offset + read);
        if (more === 0 || read === into.length) return read;
      }
    },
    close: () => fs.closeSync(file),
  };
}
