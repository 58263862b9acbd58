import * as fs from 'node:fs/promises';
import { replaceFs } from '../../support/replace-fs.ts';

export interface Death {
  /** Calls that change something, until there are no more. */
  readonly calls: number;
  readonly died: boolean;
}

/**
 * Does work over a file system that ends with the given call that would change something, as for a process that is
 * killed in it: half of what the call was to write is written, and nothing after it.
 *
 * @param last - counted from 1; Infinity: none
 */
export async function dyingAt(last: number, work: () => Promise<unknown>): Promise<Death> {
  let calls = 0;
  const step = async <T>(whole: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> => {
    calls++;
    if (calls === last) await half?.();
    if (calls >= last) throw new Error('killed');
    return whole();
  };
  const halfOf = (data: unknown): Uint8Array => {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : (data as Uint8Array);
    return bytes.subarray(0, bytes.length >> 1);
  };
  const replaced: Partial<typeof fs> = {
    mkdir: ((...args: Parameters<typeof fs.mkdir>) =>
      step(() => fs.mkdir(...args))) as typeof fs.mkdir,
    rename: (from, to) => step(() => fs.rename(from, to)),
    rm: (path, options) => step(() => fs.rm(path, options)),
    appendFile: (path, data, options) =>
      step(
        () => fs.appendFile(path, data, options),
        () => fs.appendFile(path, halfOf(data)),
      ),
    writeFile: (path, data, options) =>
      step(
        () => fs.writeFile(path, data, options),
        () => fs.writeFile(path, halfOf(data)),
      ),
    open: async (path, flags, mode) => {
      const makes = flags === 'w' || flags === 'wx';
      const handle = makes
        ? await step(() => fs.open(path, flags, mode))
        : await fs.open(path, flags, mode);
      const writeFile: typeof handle.writeFile = (data, options) =>
        step(
          () => handle.writeFile(data, options),
          () => handle.writeFile(halfOf(data)),
        );
      return { writeFile, sync: () => handle.sync(), close: () => handle.close() } as typeof handle;
    },
  };
  const ended = await replaceFs(replaced, work).then(
    () => false,
    () => true,
  );
  return { calls, died: ended };
}
