import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { UsageError } from '../usage-error.ts';
import type { ConvertOptions } from './convert-options.ts';

/**
 * Refuses to write over what is there, what is read, and into a folder that is read.
 *
 * @throws UsageError
 */
export async function checkOut(
  from: string,
  to: string,
  { to: format, force = false }: Pick<ConvertOptions, 'to' | 'force'>,
): Promise<void> {
  if (to === '-') {
    if (format === 'upperhand') return;
    throw new UsageError('rllm is a folder of files, which standard output cannot take');
  }
  if (from !== '-' && (await isInside(to, from))) {
    throw new UsageError(`${to} is ${from}, which is read, or lies in it`);
  }
  const there = await stat(to).catch(() => null);
  if (!there) return;
  if (format === 'rllm') {
    if (!there.isDirectory()) throw new UsageError(`${to} is there and is no folder`);
    if (force || (await readdir(to)).length === 0) return;
    throw new UsageError(`${to} is there and holds files; --force writes among them`);
  }
  if (there.isDirectory()) throw new UsageError(`${to} is a folder; upperhand writes a file`);
  // A device or a pipe holds nothing that could be lost.
  if (force || !there.isFile()) return;
  throw new UsageError(`${to} is there; --force replaces it`);
}

/** Whether a path leads to a place or into it, through whatever links. */
async function isInside(path: string, place: string): Promise<boolean> {
  const outer = await realpath(place).catch(() => null);
  if (outer === null) return false;
  const way = relative(outer, await realPlace(path));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !/^[A-Za-z]:/.test(way));
}

/** As `realpath`, for what is not there yet too. */
async function realPlace(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  if (real !== null) return real;
  const folder = dirname(path);
  return join(folder === path ? path : await realPlace(folder), basename(path));
}
