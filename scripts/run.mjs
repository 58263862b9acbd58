// Small things that the other scripts share: where the project is, how to run a command, how to time it.

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A line on stderr: stdout belongs to the command that is being prepared. */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

/** Runs a command in the project's folder; throws when it fails. Its stdout goes to our stderr. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    const how = result.signal ? `was ended by ${result.signal}` : `exited with ${result.status}`;
    throw new Error(`\`${[command, ...args].join(' ')}\` ${how}`);
  }
  return result;
}

/** Runs a package's command (`node_modules/<path>`) with this very Node. */
export function runModule(path, args, options) {
  return run(process.execPath, [join('node_modules', path), ...args], options);
}

/** Runs `work`, says before what it does and afterwards how long it took. */
export async function timed(what, work) {
  say(`${what} …`);
  const start = performance.now();
  await work();
  say(`${what}: done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** When a file or folder last changed, in milliseconds; 0 when it is not there. */
export function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Ends with a message and exit code 1 instead of a stack trace when `main` fails. */
export async function orFail(main) {
  try {
    await main();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
