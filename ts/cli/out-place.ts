import { access, constants, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UpperhandError } from '../errors/upperhand-error.ts';

/** Linux follows as many before it gives up. */
const MOST_LINKS = 40;

/** Where a path that is to be written leads. */
export interface OutPlace {
  /** Behind all links. A device or a pipe stays as it was given, since a link to one may have no path behind it. */
  readonly target: string;
  /** A device or a pipe cannot be replaced by a file; it is written to as it is. */
  readonly special: boolean;
  /** The permissions of the file that is there now. */
  readonly mode: number | null;
}

/**
 * Looks where to write, and whether that can be done, without touching anything.
 *
 * @throws UpperhandError `rollout-file` when it is a folder, lies in none, or may not be written to
 */
export async function findOutPlace(path: string): Promise<OutPlace> {
  try {
    const there = await stat(path).catch(missing);
    if (there?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (there && !there.isFile()) return { target: path, special: true, mode: null };
    const target = await behindLinks(path);
    if (there) await access(target, constants.W_OK);
    await access(dirname(target), constants.W_OK);
    return { target, special: false, mode: there && there.mode & 0o7777 };
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** The error for a file that could not be written. */
export function cannotWrite(path: string, error: unknown): UpperhandError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'a part of its path is no folder',
    EACCES: 'no permission',
    EPERM: 'no permission',
    EEXIST: 'it is there and is no folder',
    EISDIR: 'it is a folder',
    ELOOP: 'its links lead in a circle',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
  };
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new UpperhandError('rollout-file', `cannot write ${path}: ${reason}`);
}

function missing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** As `realpath`, for a file too that is not there yet. */
async function behindLinks(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const next = await readlink(target).catch(() => null);
    if (next === null) break;
    target = resolve(await realpath(dirname(target)), next);
  }
  return target;
}
