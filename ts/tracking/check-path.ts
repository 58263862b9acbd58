import { refuse } from '../errors/refuse.ts';

/** An empty one would be the root of the file system, once a name is put behind it. */
export function checkPath(name: string, path: unknown): void {
  if (typeof path !== 'string' || path === '') refuse(name, 'a path', path);
}
