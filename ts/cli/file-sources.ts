import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { RolloutSource } from '../rollouts/source.ts';
import type { Io } from './io.ts';

/** Files as a reader takes them; - is standard input. */
export function toSources(files: readonly string[], io: Io): RolloutSource[] {
  return files.map((file) => (file === '-' ? { name: '<stdin>', chunks: io.stdin } : file));
}

/** Bytes of all files; null where that is not known, as of folders. */
export async function totalSize(files: readonly string[]): Promise<number | null> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file).catch(() => null);
      return found?.isFile() ? found.size : null;
    }),
  );
  return sizes.some((size) => size === null)
    ? null
    : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** How many threads help to read large files. More than two were not measured. */
export function helpers(): number {
  return Math.min(availableParallelism() - 1, 2);
}
