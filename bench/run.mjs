// Runs a benchmark by its name: `npm run bench -- policy`; without one those of kernels, tokens and collecting.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What Node is started with. */
const suites = {
  kernels: ['kernels.mjs'],
  tokens: ['tokens.mjs'],
  collect: ['--max-old-space-size=8192', 'collect.mjs'],
  presets: ['--expose-gc', '--import', 'tsx', 'presets.mjs'],
  python: ['python.mjs'],
  startup: ['startup.mjs'],
  trainer: ['trainer.mjs'],
  rollouts: ['rollouts.mjs'],
  policy: ['--import', 'tsx', 'policy.mjs'],
};

/** glibc gives freed memory back at once; whoever asks for it next would pay for the system's pages in its time. */
const KEEPS_MEMORY = { MALLOC_TRIM_THRESHOLD_: `${2 ** 30}`, MALLOC_MMAP_THRESHOLD_: `${2 ** 30}` };

const [name, ...others] = process.argv.slice(2);
if (name !== undefined && !(name in suites)) {
  console.error(`no benchmark ${name}; there are: ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}
for (const suite of name === undefined ? ['kernels', 'tokens', 'collect'] : [name]) {
  const args = suites[suite].map((arg) =>
    arg.endsWith('.mjs') ? fileURLToPath(new URL(arg, import.meta.url)) : arg,
  );
  // Presets take turns at arrays of their own size; the others are measured as they run anywhere.
  const env = suite === 'presets' ? { ...process.env, ...KEEPS_MEMORY } : process.env;
  const { status } = spawnSync(process.execPath, [...args, ...others], { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
