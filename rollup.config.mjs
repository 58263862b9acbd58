// build/ (what tsc emits) → dist/ (what the package holds): one module per source file, imports of
// packages and of node: modules left alone. `node scripts/build.mjs` says where from and where to.

import { join, resolve } from 'node:path';

const from = process.env.BUILD_FROM ?? 'build/ts';
const to = process.env.BUILD_TO ?? 'dist';

/** What package.json names in `exports`, `imports` and `bin`. */
const entries = [
  'index',
  'kernels/index',
  'rollouts/index',
  'cli/bin',
  'kernels/wasm/wasm-module',
  'kernels/wasm/wasm-module.workerd',
];

const unbundled = {
  input: Object.fromEntries(entries.map((entry) => [entry, join(from, `${entry}.js`)])),
  external: (id) => id.endsWith('.wasm') || !/^(\.|\/|[A-Za-z]:[\\/])/.test(id),
  output: {
    dir: to,
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: from,
    generatedCode: 'es2015',
  },
};

/** A page has no import map: there the `#wasm-module` import is settled while bundling. */
const inlineWasm = {
  name: 'inline-wasm',
  resolveId: (id) => (id === '#wasm-module' ? resolve(from, 'kernels/wasm/wasm-module.js') : null),
};

const browser = {
  input: join(from, 'browser.js'),
  plugins: [inlineWasm],
  output: { file: join(to, 'browser.js'), format: 'es', generatedCode: 'es2015' },
};

export default [unbundled, browser];
