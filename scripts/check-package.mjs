// Checks the package as it would be published: publint and attw over the tarball, which lies in a folder of its
// own meanwhile, and the size of each entry. `node scripts/check-package.mjs`, after a build.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orFail, run, runModule } from './run.mjs';

// attw would judge the entry of the raw module as one of JavaScript.
const attw = [
  '--profile',
  'esm-only',
  '--no-definitely-typed',
  '--exclude-entrypoints',
  'kernels.wasm',
];

await orFail(() => {
  const folder = mkdtempSync(join(tmpdir(), 'upperhand-package-'));
  try {
    run('npm', ['pack', '--silent', '--pack-destination', folder], {
      shell: process.platform === 'win32',
    });
    const tarball = join(folder, readdirSync(folder)[0]);
    runModule('publint/src/cli.js', ['run', tarball, '--strict']);
    runModule('@arethetypeswrong/cli/dist/index.js', [tarball, ...attw]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  run(process.execPath, ['scripts/check-size.mjs']);
});
