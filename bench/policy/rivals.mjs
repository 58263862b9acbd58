import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildCrate, buildModule } from '../lib/cargo.mjs';
import { leaveOut } from '../lib/left-out.mjs';
import { installRivals } from '../lib/rivals.mjs';
import { TimingChild } from '../lib/timing-child.mjs';

/** The same crate twice. */
export const BURN = { webAssembly: 'burn-flex, WebAssembly', native: 'burn-flex, native' };
export const OWN_NATIVE = 'native Rust';

const torchScript = path('serve_torch.py');

/** All that take part, each a process of its own; what is missing is left out, and said. */
const starts = {
  [OWN_NATIVE]: (folder) =>
    child(buildCrate('policy/native', 'upperhand-bench-policy'), [], folder),
  'PyTorch, eager': (folder, options) => torch(folder, options, []),
  'PyTorch, compiled': (folder, options) => torch(folder, options, ['compiled']),
  [BURN.webAssembly]: (folder) => {
    const module = buildModule('policy/burn', 'upperhand-bench-burn');
    // Optimised from the first call on: with megabytes to compile on a busy machine that may else take all rounds.
    return child(process.execPath, ['--no-liftoff', path('burn/serve.mjs'), module], folder);
  },
  [BURN.native]: (folder) => child(buildCrate('policy/burn', 'upperhand-bench-burn'), [], folder),
  'jax-js': async (folder) => {
    installRivals();
    return child(process.execPath, [path('../rivals/jax.mjs')], folder);
  },
};

/**
 * @param folder - with the task
 * @param python - one that has PyTorch
 * @param without - names of those that are not wanted, which are not built either
 * @returns `{ [name]: TimingChild }`
 */
export async function startRivals(result, folder, { python, without = [] }) {
  const stranger = without.find((name) => !(name in starts));
  if (stranger)
    throw new Error(`no rival ${stranger}; there are: ${Object.keys(starts).join('; ')}`);
  const rivals = {};
  for (const [name, start] of Object.entries(starts)) {
    try {
      if (without.includes(name)) throw new Error('not wanted');
      rivals[name] = await start(folder, { python, result });
      // Whether it works at all; what compiles itself does so now.
      await rivals[name].call(['gradient', 0]);
    } catch (error) {
      delete rivals[name];
      leaveOut(result, name, error.message);
    }
  }
  return rivals;
}

/** The first Python of these that has PyTorch: the one chosen, that of `BENCH_PYTHON`, the system's. */
export function findTorch(chosen) {
  const known = [chosen, process.env.BENCH_PYTHON, 'python3'].filter(Boolean);
  return known.find((command) => {
    const { status } = spawnSync(command, ['-c', 'import numpy, torch'], { stdio: 'ignore' });
    return status === 0;
  });
}

async function torch(folder, { python, result }, words) {
  if (!python) throw new Error('no Python with torch and numpy; name one by --python');
  const started = new TimingChild(python, ['-B', torchScript, folder, ...words], folder);
  result.versions = JSON.parse(await started.line());
  return started;
}

function child(command, args, folder) {
  return new TimingChild(command, [...args, folder], folder);
}

function path(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}
