// commander as one module: as a package it is eight, whose names Node looks up and whose exports it has to guess, which
// takes as long as to load all else that `upperhand --help` needs. scripts/build.mjs calls it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const folder = join(root, 'node_modules', 'commander');

/** An import of a module of Node's would give it a wrapper with all its names, too. */
const nodeModules = {
  name: 'node-modules',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('node:') ? `\0${id}` : null),
  load: (id) => (id.startsWith('\0node:') ? `module.exports = ${moduleOf(id.slice(1))};` : null),
};

/** Commands here are no programs of their own, which is all that commander starts processes for. */
function moduleOf(id) {
  return id === 'node:child_process' ? '{}' : `process.getBuiltinModule('${id}')`;
}

/** The module's text. */
export async function buildCommander() {
  const { build } = await import('vite');
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [nodeModules],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: join(folder, 'esm.mjs'), formats: ['es'] },
      rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } },
    },
  });
  const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
  return `/*! commander\n\n${licence} */\n${output[0].code}`;
}
