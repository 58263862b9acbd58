import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** The licence of a package, as the comment that stands before what is bundled of it. */
export function licenceNote(name) {
  const text = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim();
  return `/*! ${name}\n\n${text} */`;
}
