// commander as one module: as a package it is eight, whose names Node looks up and whose exports it has to guess, which
// takes longer than to load all else that `upperhand --help` needs. scripts/build.mjs calls it.

import { join } from 'node:path';
import { licenceNote } from './licence-note.mjs';
import { root } from './run.mjs';

/** The module's text. */
export async function buildCommander() {
  const { build } = await import('vite');
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'node_modules', 'commander', 'esm.mjs'),
      write: false,
      minify: true,
    },
  });
  return `${licenceNote('commander')}\n${output[0].code}`;
}
