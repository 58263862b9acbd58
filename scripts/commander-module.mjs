// commander as one module: as a package it is eight, whose names Node looks up and whose exports it has to guess, which
// takes as long as to load all else that `upperhand --help` needs. scripts/build.mjs calls it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const folder = join(root, 'node_modules', 'commander');

/** What it is made of, each after what it needs. */
const parts = ['error', 'argument', 'option', 'suggestSimilar', 'help', 'command'];
const names = ['Command', 'CommanderError', 'Help', 'InvalidArgumentError', 'Option'];

/** The module's text. */
export async function buildCommander() {
  const { minify } = await import('vite');
  const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
  const texts = parts.map((part) =>
    asPart(readFileSync(join(folder, 'lib', `${part}.js`), 'utf8')),
  );
  const whole = `${texts.join('\n')}\nexport { ${names.join(', ')} };\n`;
  const { code, errors } = await minify('commander.js', whole, {
    module: true,
    mangle: { toplevel: false },
  });
  if (errors.length > 0) throw new Error(`commander: ${errors[0].message}`);
  return `/*! commander\n\n${licence} */\n${code}`;
}

/** A file without what it takes from and gives to the others. */
function asPart(text) {
  const part = text
    .replace(/^const \{[^}]*\} = require\('\.\/.*'\);$/gm, '')
    .replace(/^exports\..*$/gm, '')
    // Commands here are no programs of their own, which is all that commander starts processes for.
    .replace("require('node:child_process')", '{}')
    // An import of a module of Node's would give it a wrapper with all its names, too.
    .replace(/\brequire\('(node:\w+)'\)/g, "process.getBuiltinModule('$1')")
    .replace("const process = process.getBuiltinModule('node:process');", '');
  if (/\b(require\(|exports\b)/.test(part)) throw new Error('commander has changed');
  return part;
}
