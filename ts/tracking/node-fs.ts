import { refuse } from '../errors/refuse.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';

/** An empty one would be the root of the file system, once a name is put behind it. */
export function checkPath(name: string, path: unknown): void {
  if (typeof path !== 'string' || path === '') refuse(name, 'a path', path);
}

type NodeFs = typeof import('node:fs/promises');

/**
 * Node's file system, loaded when it is needed: a browser never asks for it.
 *
 * @param what - begins the sentence of the error: `'writing metrics.jsonl'`
 * @throws UpperhandError `no-file-system` where there is none
 */
export async function nodeFs(what: string): Promise<NodeFs> {
  try {
    const fs = await import('node:fs/promises');
    // Bundlers for browsers put an empty module in its place.
    if (typeof fs.open === 'function') return fs;
  } catch {
    // Said below.
  }
  throw new UpperhandError(
    'no-file-system',
    `${what} needs files, which Node, Deno and Bun have and this runtime does not`,
  );
}
