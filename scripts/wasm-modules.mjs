// The WebAssembly modules that are part of the repository, as text that the package inlines.
//   node scripts/wasm-modules.mjs names             all of them
//   node scripts/wasm-modules.mjs folder <name>     where its text is
//   node scripts/wasm-modules.mjs graph <name>      what wasm-metadce is to keep
//   node scripts/wasm-modules.mjs wasm-opt <name>   the flags of wasm-opt
import { pathToFileURL } from 'node:url';

const strip = ['--strip-debug', '--strip-producers', '--strip-target-features'];

/** By name: the folder of the text, the crates of the sources, the flags, and every export. */
export const wasmModules = {
  kernels: {
    folder: 'ts/kernels/wasm',
    what: 'the kernels',
    crates: ['kernels', 'kernels-wasm'],
    wasmOpt: ['-O3', '--one-caller-inline-max-function-size=1', ...strip],
    exports: [
      'memory',
      'reserve',
      'release',
      'valuesPointer',
      'offsetsPointer',
      'valuesCapacity',
      'offsetsCapacity',
      'summarize',
      'segmentSummaries',
      'center',
      'standardize',
      'leaveOneOut',
      'centerByWeight',
      'compareWithMean',
      'scaleByPool',
      'reserveMask',
      'maskPointer',
      'maskCapacity',
      'discountedReturns',
      'generalizedAdvantages',
      'whitenTokens',
      'optimalTokenBaseline',
    ],
  },
  json: {
    folder: 'ts/rollouts/projection',
    what: 'the walk over JSON',
    crates: ['json-wasm'],
    wasmOpt: ['-O3', ...strip],
    exports: [
      'memory',
      'reserve',
      'inputPointer',
      'scan',
      'walk',
      'linesPointer',
      'tapePointer',
      'tapeLength',
    ],
  },
  policy: {
    folder: 'ts/backends/local/wasm',
    what: 'the policy',
    crates: ['policy', 'policy-wasm'],
    wasmOpt: ['-O3', ...strip],
    exports: [
      'memory',
      'reserve',
      'wordsPointer',
      'floatsPointer',
      'outWordsPointer',
      'outWordsLength',
      'outFloatsPointer',
      'outFloatsLength',
      'result',
      'problemAt',
      'problemGot',
      'create',
      'tensors',
      'parameterCount',
      'parametersPointer',
      'gradientPointer',
      'steps',
      'setParameters',
      'setReference',
      'addGradient',
      'zeroGradient',
      'open',
      'fork',
      'extend',
      'rekey',
      'dropSessions',
      'sessionCount',
      'generate',
      'sample',
      'score',
      'forwardBackward',
      'optimStep',
      'exportState',
      'importState',
    ],
  },
};

function graph(exports) {
  const used = { name: 'used', root: true, reaches: exports };
  return JSON.stringify([used, ...exports.map((name) => ({ name, export: name }))]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [what, name] = process.argv.slice(2);
  if (what === 'names') console.log(Object.keys(wasmModules).join(' '));
  if (what === 'folder') console.log(wasmModules[name].folder);
  if (what === 'graph') console.log(graph(wasmModules[name].exports));
  if (what === 'wasm-opt') console.log(wasmModules[name].wasmOpt.join(' '));
}
