import { ratiosTable } from './reports.mjs';
import { milliseconds, ratio, table } from './table.mjs';

const COLUMNS = [
  'memcpy',
  'wasm-simd in place',
  'wasm-simd with copies',
  'js',
  'naive loop',
  '@stdlib/stats',
  'native Rust',
];

/** The README's part: a few tables, each followed by where the rest is. A suite without results is left out. */
export function readmeTables({ kernels, python, collect, startup, trainer, policy }) {
  return [
    kernels && kernelsPart(kernels),
    python && pythonPart(python),
    (collect || startup || trainer || policy) && otherPart({ collect, startup, trainer, policy }),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function kernelsPart({ date, machine, rewards, sizes, leftOut = {} }) {
  const columns = COLUMNS.filter((name) => !(name in leftOut));
  return [
    `${rewards.toLocaleString('en')} rewards, as multiples of a memcpy of the same bytes (${machine.cpu}, Node ${machine.node.slice(1)}, ${date}; less is faster):`,
    ...['groups of 8', 'groups of 512'].map(
      (size) => `**${size}**\n\n${ratiosTable(sizes[size], columns)}`,
    ),
    `All sizes: [bench/results/${date}-kernels.md](bench/results/${date}-kernels.md).`,
  ].join('\n\n');
}

function pythonPart({ date, numpy, python, sizes, parity }) {
  const compared = Object.values(parity).flatMap(Object.values).flatMap(Object.values);
  const sum = (key) => compared.reduce((total, ulps) => total + ulps[key], 0);
  const ours = 'wasm-simd in place';
  const rivals = ['NumPy', 'real rLLM'].filter((name) => sizes['groups of 8'].grpo[name]);
  const rows = ['groups of 8', 'groups of 512'].flatMap((size) =>
    Object.entries(sizes[size])
      .filter(([, found]) => found.estimator)
      .map(([name, found]) => [
        `${name}, ${size}`,
        ...rivals.map((rival) =>
          found[rival] ? `${ratio(found[rival].ratio / found[ours].ratio)} ×` : '',
        ),
      ]),
  );
  return [
    `Against Python ${python} with NumPy ${numpy}, in the same run: ${sum('values').toLocaleString('en')} results compared, ${sum('differing').toLocaleString('en')} differ in any bit. How many times as fast \`wasm-simd\` in place is:`,
    table(['', ...rivals.map((rival) => (rival === 'NumPy' ? 'vectorised NumPy' : rival))], rows),
    `More: [bench/results/${date}-python.md](bench/results/${date}-python.md).`,
  ].join('\n\n');
}

function otherPart({ collect, startup, trainer, policy }) {
  const lines = [];
  if (collect) {
    const { found, trajectories } = collect;
    lines.push(
      `- Collecting ${trajectories.toLocaleString('en')} trajectories as objects takes ${milliseconds(found.collect.ms)}, ${ratio(found.collect.ratio)} times a bare loop over them.`,
    );
  }
  if (startup) {
    lines.push(
      `- The first call is done ${milliseconds(startup.overEmptyMs['first-call'])} later than an empty Node script ends.`,
    );
  }
  if (trainer) {
    const { found, rollouts } = trainer;
    const cost = (found['trainer, one step'].ms * 1000) / rollouts;
    lines.push(
      `- Engine and trainer together take ${ratio(cost)} µs for a rollout with one model call, all stages of a step included.`,
    );
  }
  if (policy) lines.push(policyLine(policy));
  return lines.join('\n');
}

function policyLine({ date, training, sampling }) {
  const [[name, own], ...rivals] = Object.entries(training);
  const against = rivals
    .filter(([rival]) => rival !== 'native Rust')
    .map(([rival, { oursAsFast }]) => `${ratio(oursAsFast[1])} × that of ${rival}`);
  const speed = against.length > 0 ? `, a speed ${against.join('; ')}` : '';
  const { tokensPerSecond } = sampling[name];
  return `- The embedded policy (107 456 parameters) trains ${own.tokensPerSecond.toLocaleString('en')} tokens a second in one thread of WebAssembly${speed}; it samples ${tokensPerSecond.toLocaleString('en')} a second: [bench/results/${date}-policy.md](bench/results/${date}-policy.md).`;
}
