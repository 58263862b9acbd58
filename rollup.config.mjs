// build/ (what tsc emits) → dist/ (what the package holds): a module for each entry, and a few for all that
// the entries share; imports of packages and of node: modules left alone. Node takes about half a millisecond
// for every module that it loads: one for each source file would cost more than all else before a first result.
// `node scripts/build.mjs` says where from and where to.

import { join, relative, resolve, sep } from 'node:path';

const from = process.env.BUILD_FROM ?? 'build/compiled/ts';
const to = process.env.BUILD_TO ?? 'dist';

/** What package.json names in `exports`, `imports` and `bin`. */
const entries = [
  'index',
  'kernels/index',
  'rollouts/index',
  'trainer/index',
  'backends/local/index',
  'cli/bin',
  'kernels/wasm/wasm-module',
  'kernels/wasm/wasm-module.workerd',
];

/** The folders that only runs need. */
const TRAINER = ['datasets', 'workflow', 'tracking', 'trainer', 'backends'];

/** What the entries share, by the folder of its source. What one of them needs alone, or only when it is needed, stays where it is. */
function shared(id) {
  const [folder, ...rest] = relative(from, id).split(sep);
  const path = rest.join('/');
  if (path === '' || path === 'index.js' || ['cli', 'report', '..'].includes(folder)) return null;
  // Of the local backend its own entry and its thread have need. The entry looks for the thread's module beside itself,
  // so it has to stay where it is: what is loaded later must share nothing with it.
  if (folder === 'backends' && path.startsWith('local/'))
    return /^local\/(hash|sequences)/.test(path) ? 'trainer' : null;
  // By itself: the kernels' module needs it, and would else need whatever chunk it came to lie in.
  if (path === 'wasm/decode-base64.js') return 'base64';
  if (/^(conformance|wasm\/(generated|wasm-module))/.test(path)) return null;
  if (folder === 'errors' || folder === 'kernels') return 'kernels';
  if (folder === 'platform') return 'rollouts';
  // Who reads writes nothing, and needs nothing of runs.
  if (folder === 'rollouts' && /^writers\/(?!line-fields)/.test(path)) return 'writers';
  if (folder === 'rollouts' && path.startsWith('survey/compare/')) return 'comparison';
  // Runs read lines of files, but no rollouts: they need no Parquet.
  if (folder === 'rollouts')
    return /^(json-|record\.|record-splitter|csv-quotes|problem|sniff|source\.|utf8|fingerprint\.)/.test(
      path,
    )
      ? 'rollouts'
      : 'readers';
  // Who reads files needs types and metrics alone.
  if (folder === 'types' || folder === 'metrics') return 'types';
  return TRAINER.includes(folder) ? 'trainer' : 'engine';
}

const modules = {
  // tsc wraps an import of a path that it does not know in a helper, which looks for itself in `this`.
  context: 'globalThis',
  input: Object.fromEntries(entries.map((entry) => [entry, join(from, `${entry}.js`)])),
  external: (id) => id.endsWith('.wasm') || !/^(\.|\/|[A-Za-z]:[\\/])/.test(id),
  output: {
    dir: to,
    format: 'es',
    chunkFileNames: 'shared/[name].js',
    manualChunks: shared,
    hoistTransitiveImports: false,
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
  output: {
    file: join(to, 'browser.js'),
    format: 'es',
    generatedCode: 'es2015',
  },
};

/** A thread has no import map either, and bundlers take its module for a file of its own. */
const thread = (input, file) => ({
  input: join(from, input),
  output: { file: join(to, file), format: 'es', generatedCode: 'es2015' },
});

export default [
  modules,
  browser,
  thread('backends/local/policy-worker.js', 'backends/local/policy-worker.js'),
  // Beside the chunk that has all of `rollouts`.
  thread('rollouts/projection/line-worker.js', 'shared/line-worker.js'),
];
