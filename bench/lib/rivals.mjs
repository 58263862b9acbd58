import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../rivals', import.meta.url));

/** Installs the rivals of the npm registry where they are not; they have a lock file of their own. */
export function installRivals() {
  const installed = changedAt(join(folder, 'node_modules', '.package-lock.json'));
  if (installed >= changedAt(join(folder, 'package-lock.json'))) return;
  const { status } = spawnSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('npm ci failed');
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
