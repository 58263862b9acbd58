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
  'kernels/wasm/wasm-module.workerd',
];

/** The folders that only runs need. */
const TRAINER = ['datasets', 'workflow', 'tracking', 'trainer', 'backends'];

/** What the entries share, by the folder of its source. What one of them needs alone, or only when it is needed, stays where it is. */
function shared(id) {
  const [folder, ...rest] = relative(from, id).split(sep);
  const path = rest.join('/');
  if (path === '' || path === 'index.js' || folder === '..') return null;
  if (folder === 'cli' || folder === 'report') return sharedByCommands(path);
  // Of the local backend its own entry and its thread have need. The entry looks for the thread's module beside itself,
  // so it has to stay where it is: what is loaded later must share nothing with it.
  if (folder === 'backends' && path.startsWith('local/'))
    return /^local\/(hash|sequences)/.test(path) ? 'trainer' : null;
  if (/^(conformance|wasm\/(generated|wasm-module))/.test(path)) return null;
  // Who reads files needs no more than these.
  if (['errors', 'types', 'kernels', 'metrics'].includes(folder)) return 'core';
  if (folder === 'platform') return 'rollouts';
  // Of runs, what the writers of files need too.
  if (
    folder === 'tracking' &&
    /^(plain-json|python-json|step-folder|episode-file-name|episode-record|write-atomically|work-queue)\./.test(
      path,
    )
  )
    return 'rollouts';
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
  // The command line computes advantages, and no losses; the KL term of rewards is one of advantages.
  if (folder === 'losses' && path !== 'kl-estimators.js') return 'losses';
  if (folder === 'backends' && path === 'unknown-losses.js') return 'losses';
  if (folder === 'config' && /^(trainer-|async-training-|sampling-params)/.test(path))
    return 'trainer';
  // All of estimators that the comparison of rollouts needs, by what GRPO is made of.
  if (
    folder === 'estimators' &&
    /^(spec\/|tracker\/track|define-estimator|grpo\.|trained-tokens\.|aligned-array\.)/.test(path)
  )
    return 'specs';
  return TRAINER.includes(folder) ? 'trainer' : 'engine';
}

/** What several commands load, by all that it needs. */
const COMMANDS = {
  // The program itself.
  'cli/bin': /^(bin|main|until-idle|exit-code|package-version|watched-output)\./,
  // Nothing: what is here makes and prints `upperhand --help`.
  program:
    /^(commander|program|reporter|printable|style|usage-error|sink|text-width|sections|number-text|import-modules|inspect\/cells|named-table|write-facts|demo\/sparkline|commands\/(command-table|catalogue|option-values|estimators|losses|demo|train(-help)?))\./,
  // Readers: the other commands, which name formats and findings, and how they go through files.
  files:
    /^(commands\/|(check-files|file-sources|lasting-sources|progress|lost|inspect\/(selection|wanted-rollout))\.)/,
  // Readers and estimators.
  scores: /^(score|estimator-settings|estimate-rollouts|check-inputs)\./,
  out: /^(file-sink|out-place)\./,
};

/** A command's own modules stay with it. */
function sharedByCommands(path) {
  return Object.keys(COMMANDS).find((chunk) => COMMANDS[chunk].test(path)) ?? null;
}

/** commander as the one module that scripts/build.mjs made of it. */
const oneCommander = {
  name: 'one-commander',
  resolveId: (id) => (id === 'commander' ? resolve(from, 'cli/commander.js') : null),
};

/**
 * Other characters as escapes, which mean the same in texts, patterns and names. V8 holds and reads a file that has one
 * of them as two bytes a character, which takes a command 4 % longer.
 */
const ascii = {
  name: 'ascii',
  renderChunk: (code) => ({
    code: code.replace(/[^\0-\x7f]/g, (unit) => {
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    }),
    map: null,
  }),
};

const modules = {
  // tsc wraps an import of a path that it does not know in a helper, which looks for itself in `this`.
  context: 'globalThis',
  input: Object.fromEntries(entries.map((entry) => [entry, join(from, `${entry}.js`)])),
  external: (id) =>
    id.endsWith('.wasm') || (id !== 'commander' && !/^(\.|\/|[A-Za-z]:[\\/])/.test(id)),
  plugins: [oneCommander, ascii],
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
  plugins: [inlineWasm, ascii],
  output: {
    file: join(to, 'browser.js'),
    format: 'es',
    generatedCode: 'es2015',
  },
};

/** A module that shares nothing: a thread has no import map either, and bundlers take its module for a file of its own. */
const alone = (input, file) => ({
  input: join(from, input),
  plugins: [ascii],
  output: { file: join(to, file), format: 'es', generatedCode: 'es2015' },
});

export default [
  modules,
  browser,
  // Loaded with whatever entry: a second module for what decodes it would take longer to load than to read twice.
  alone('kernels/wasm/wasm-module.js', 'kernels/wasm/wasm-module.js'),
  alone('backends/local/policy-worker.js', 'backends/local/policy-worker.js'),
  // Beside the chunk that has all of `rollouts`.
  alone('rollouts/projection/line-worker.js', 'shared/line-worker.js'),
];
