import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../python/', import.meta.url));
const environment = `${folder}.venv`;
const interpreter =
  process.platform === 'win32' ? `${environment}/Scripts/python.exe` : `${environment}/bin/python`;

/**
 * A Python with what the benchmark imports: the one of `BENCH_PYTHON`, or one in a virtual environment that is made at
 * the first time.
 *
 * @throws Error where there is no Python, or pip finds no packages
 */
export function findPython() {
  const chosen = process.env.BENCH_PYTHON;
  if (chosen) return chosen;
  if (!existsSync(interpreter)) run('python3', ['-m', 'venv', environment]);
  run(interpreter, ['-m', 'pip', 'install', '--quiet', '-r', `${folder}requirements.txt`]);
  return interpreter;
}

export const serveScript = `${folder}serve.py`;

function run(command, args) {
  const { error, status } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}`);
}
