import { milliseconds, ratio, table } from './table.mjs';
import { renderTargets } from './targets.mjs';

/** Tables of all group sizes: ratios to a memcpy. */
export function kernelsReport({ rewards, rounds, sizes, targets, leftOut }) {
  return [
    `${rewards.toLocaleString('en')} rewards, ${rounds} interleaved rounds. Times are multiples of a memcpy of the same bytes in the same round, medians; every result was checked, ours to the last bit.`,
    ...leftOutLines(leftOut),
    ...Object.entries(sizes).map(([size, ofSize]) => `## ${size}\n\n${ratiosTable(ofSize)}`),
    `## Targets\n\n${renderTargets(targets)}`,
  ].join('\n\n');
}

/** The same for rows of tokens. */
export function tokensReport({ tokens, rounds, shapes, targets }) {
  return [
    `${tokens.toLocaleString('en')} tokens, ${rounds} interleaved rounds. Times are multiples of a memcpy of the arrays that a call reads in the same round (rewards; for GAE and optimal token baselines a second array beside them), medians; every result was checked, ours to the last bit.`,
    ...Object.entries(shapes).map(([shape, found]) => `## ${shape}\n\n${ratiosTable(found)}`),
    `## Targets\n\n${renderTargets(targets)}`,
  ].join('\n\n');
}

/** Every preset, the slowest first: a column for each shape. */
export function presetsReport({ base, rounds, presets, targets }) {
  const shapes = Object.keys(presets[base].ratios);
  const worst = ({ ratios }) => Math.max(...Object.values(ratios));
  const rows = Object.entries(presets)
    .sort(([, a], [, b]) => worst(b) - worst(a))
    .map(([name, { affine, ratios }]) => [
      name,
      affine ? 'yes' : '',
      ...shapes.map((shape) => ratio(ratios[shape])),
      affine ? (worst({ ratios }) <= targets[0].atMost ? 'met' : '**missed**') : '',
    ]);
  const times = shapes.map((shape) => `${shape} ${ratio(presets[base].microseconds[shape])} µs`);
  return [
    `Groups × members; times are multiples of \`${base}\` at the same shape in the same round, ${rounds} interleaved rounds, medians (it takes ${times.join(', ')}). Every result was checked: the same bits with all kernels, and what the textbook formula gives.`,
    table(['', 'affine', ...shapes, 'target'], rows),
    renderTargets(targets),
  ].join('\n\n');
}

/** One table: a row for each case, a column for each contender. */
export function ratiosTable(ofSize, names = contendersOf(ofSize)) {
  return table(
    ['', ...names],
    Object.entries(ofSize).map(([name, found]) => [
      name,
      ...names.map((contender) =>
        contender === 'memcpy'
          ? milliseconds(found.memcpy.ms)
          : found[contender]
            ? ratio(found[contender].ratio)
            : '',
      ),
    ]),
  );
}

export function leftOutLines(leftOut = {}) {
  return Object.entries(leftOut).map(([what, why]) => `**Left out:** ${what} (${why}).`);
}

const contendersOf = (ofSize) => [
  ...new Set(Object.values(ofSize).flatMap((found) => Object.keys(found))),
];

/** How many results differ from Python's, and the times of all. */
export function pythonReport(result) {
  const { python, numpy, rewards, rounds, sizes, parity, targets, leftOut } = result;
  return [
    `Python ${python}, NumPy ${numpy}. ${rewards.toLocaleString('en')} rewards, ${rounds} interleaved rounds (real rLLM: one call). Times are multiples of a memcpy of the same bytes in the same round, medians.`,
    ...leftOutLines(leftOut),
    `## Parity\n\n${parityTable(parity)}`,
    ...Object.entries(sizes).map(([size, ofSize]) => `## ${size}\n\n${ratiosTable(ofSize)}`),
    `## Targets\n\n${renderTargets(targets)}`,
  ].join('\n\n');
}

/** Over all cases: how many results were compared, how many differ, by how many units in the last place. */
export function parityTable(parity) {
  const rows = Object.entries(parity).flatMap(([size, ofSize]) => {
    const all = Object.values(ofSize).flatMap(Object.entries);
    const rivals = [...new Set(all.map(([rival]) => rival))];
    return rivals.map((rival) => {
      const ofRival = all.filter(([name]) => name === rival).map(([, ulps]) => ulps);
      const sum = (key) => ofRival.reduce((total, ulps) => total + ulps[key], 0);
      return [
        `${rival}, ${size}`,
        sum('values').toLocaleString('en'),
        sum('differing').toLocaleString('en'),
        Math.max(...ofRival.map(({ mostUlps }) => mostUlps)),
      ];
    });
  });
  return table(['', 'results compared', 'differing', 'by at most, ulp'], rows);
}

export function startupReport({ rounds, emptyMs, overEmptyMs, targets }) {
  const rows = Object.entries(overEmptyMs).map(([script, ms]) => [script, milliseconds(ms)]);
  return [
    `Whole processes, ${rounds} rounds; an empty script takes ${milliseconds(emptyMs)}. Medians of the differences to it in the same round:`,
    table(['', 'over an empty script'], rows),
    renderTargets(targets),
  ].join('\n\n');
}

/** What each rollout costs. */
export function trainerReport({ rollouts, groupSize, rounds, found, targets }) {
  const rows = Object.entries(found).map(([name, { ms, ratio: times }]) => [
    name,
    `${ratio((ms * 1000) / rollouts)} µs`,
    ratio(times),
  ]);
  return [
    `${rollouts.toLocaleString('en')} rollouts in groups of ${groupSize}, a model that answers at once; ${rounds} interleaved rounds, medians.`,
    table(['', 'a rollout', '× workflow alone'], rows),
    renderTargets(targets),
  ].join('\n\n');
}

export function collectReport({ trajectories, groupSize, rounds, found, targets }) {
  const rows = Object.entries(found).map(([name, { ms, ratio: times }]) => [
    name,
    milliseconds(ms),
    ratio(times),
  ]);
  return [
    `${trajectories.toLocaleString('en')} trajectories as objects, one step each, in groups of ${groupSize}; ${rounds} interleaved rounds, medians.`,
    table(['', 'time', '× bare loop'], rows),
    renderTargets(targets),
  ].join('\n\n');
}
