import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const lock = { lockfileVersion: 3, packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } };

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'upperhand-setup-'));
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(lock));
  // Stands for npm: installs what the lock file says, as far as the set-up can tell.
  const npm = `import { copyFileSync, mkdirSync } from 'node:fs';
    if (process.env.NPM_FAILS) process.exit(7);
    console.log('npm ' + process.argv.slice(2).join(' '));
    mkdirSync('node_modules', { recursive: true });
    copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`;
  writeFileSync(join(clone, 'npm-cli.js'), npm);
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }');
});

afterEach(() => {
  rmSync(clone, { recursive: true, force: true });
});

function setup(env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs'], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(clone, 'npm-cli.js'), ...env },
  });
  return { status, stdout, stderr };
}

/** What npm leaves behind, older than the lock file by `seconds`. */
function installed(packages: object, seconds: number): void {
  const path = join(clone, 'node_modules', '.package-lock.json');
  mkdirSync(join(clone, 'node_modules'));
  writeFileSync(path, JSON.stringify({ lockfileVersion: 3, packages }));
  const date = Date.now() / 1000 - seconds;
  utimesSync(path, date, date);
}

const silent = { status: 0, stdout: '', stderr: '' };

it('installs what is missing, says so on stderr, and is silent the next time', () => {
  const { status, stdout, stderr } = setup();
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(stderr).toContain('setup: node_modules/ is missing or differs from package-lock.json\n');
  expect(stderr).toMatch(/^npm ci --include=dev /m);
  expect(stderr).toMatch(/^setup: npm ci: done in \d+\.\d s$/m);
  expect(setup()).toEqual(silent);
});

it('installs again when the lock file changed', () => {
  installed({ 'node_modules/a': { version: '0.9.0' } }, 60);
  expect(setup().stderr).toContain('setup: npm ci: done');
  const copy = readFileSync(join(clone, 'node_modules', '.package-lock.json'), 'utf8');
  expect(JSON.parse(copy)).toEqual(lock);
});

it('is not misled by a lock file that is newer but says the same', () => {
  installed({ 'node_modules/a': { version: '1.0.0' } }, 60);
  expect(setup()).toEqual(silent);
});

it('accepts that packages for other machines are missing', () => {
  const other = { version: '1.0.0', optional: true };
  const packages = { ...lock.packages, 'node_modules/other-os': other };
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  installed({ 'node_modules/a': { version: '1.0.0' } }, 60);
  expect(setup()).toEqual(silent);
});

it('fails with one line when the installation fails', () => {
  const { status, stderr } = setup({ NPM_FAILS: '1' });
  expect(status).toBe(1);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/npm-cli\.js ci .*` exited with 7$/);
});
