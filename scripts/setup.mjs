// Makes a clone ready: `node scripts/setup.mjs [--build]`.
//
// Installs the dependencies when node_modules/ is missing or is not what the lock file says, and with
// --build builds dist/ when it is missing or older than its sources. Says on stderr what it does; says
// nothing and returns at once when all is there. Needs Node and npm only.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { changedAt, orFail, root, run, say, timed } from './run.mjs';

const oldestNode = [20, 19];

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Error(`upperhand needs Node >= ${oldestNode.join('.')}; this is ${process.version}`);
}

/** npm keeps a copy of what it installed; it is compared only when its date leaves a doubt. */
function isInstalled() {
  const wanted = join(root, 'package-lock.json');
  const present = join(root, 'node_modules', '.package-lock.json');
  if (changedAt(present) === 0) return false;
  if (changedAt(present) >= changedAt(wanted)) return true;
  const { '': _project, ...packages } = readPackages(wanted);
  const installed = readPackages(present);
  return Object.entries(packages).every(([path, entry]) =>
    path in installed ? isDeepStrictEqual(entry, installed[path]) : entry.optional === true,
  );
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

function install() {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath ?? '';
  if (npm.endsWith('npm-cli.js')) run(process.execPath, [npm, ...args]);
  else run('npm', args, { shell: process.platform === 'win32' });
}

await orFail(async () => {
  checkNode();
  if (!isInstalled()) {
    say('setup: node_modules/ is missing or differs from package-lock.json');
    await timed('setup: npm ci', install);
  }
  if (process.argv.includes('--build')) {
    const { build, isBuilt } = await import('./build.mjs');
    if (!isBuilt()) await timed('setup: building dist/', build);
  }
});
