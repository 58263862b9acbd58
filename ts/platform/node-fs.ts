import { UpperhandError } from '../errors/upperhand-error.ts';
import { type NodeModules, nodeModule } from './node-module.ts';

/**
 * The file system.
 *
 * @param what - begins the sentence of the error: `'writing metrics.jsonl'`
 * @throws UpperhandError `no-file-system` where there is none
 */
export function nodeFs(what: string): NodeModules['node:fs/promises'] {
  return besideFiles('node:fs/promises', what);
}

/** A module that is there where files are. */
export function besideFiles<Name extends keyof NodeModules>(
  name: Name,
  what: string,
): NodeModules[Name] {
  const found = nodeModule(name);
  if (found) return found;
  throw new UpperhandError(
    'no-file-system',
    `${what} needs files, which Node, Deno and Bun have and this runtime does not`,
  );
}
