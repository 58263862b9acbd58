import {
  calculateGrpoAdvantages,
  calculatePrpoAdvantages,
  calculateReinforcePlusPlusBaselineAdvantages,
  calculateRlooAdvantages,
} from 'upperhand';

const EPSILON = 1e-6;
const outside = { ddof: 0, epsilon: EPSILON, epsilonPlace: 'outside' };

/**
 * What is timed: every estimator and every kernel call. `call` and `options` are the kernel call that the estimator
 * consists of; `wasm` is the same call in the module's own terms, values at 0, results over them or at `out`.
 *
 * `passes` counts how often the call in place has to go over all values in memory, when a group fits the cache and
 * when it does not: [reads, writes].
 */
export const cases = [
  {
    name: 'grpo',
    estimate: (rewards, options) => calculateGrpoAdvantages(rewards, options),
    call: 'standardize',
    options: { baseline: 'group', scale: 'group', scaleOf: 'values', ...outside, singleton: 'raw' },
    wasm: (module, n, groups) => module.standardize(0, n, 0, groups, 0, 0, 0, 0, 0, EPSILON, 0, 0),
    passes: { groups: [1, 1], pool: [3, 1] },
  },
  {
    name: 'grpo-no-std',
    estimate: (rewards, options) =>
      calculateGrpoAdvantages(rewards, { ...options, normAdvByStdInGrpo: false }),
    call: 'center',
    options: { baseline: 'group', singleton: 'raw' },
    wasm: (module, n, groups) => module.center(0, n, 0, groups, 0, 0, 0),
    passes: { groups: [1, 1], pool: [2, 1] },
  },
  {
    name: 'reinforce-plus-plus-baseline',
    estimate: (rewards, options) => calculateReinforcePlusPlusBaselineAdvantages(rewards, options),
    call: 'standardize',
    options: {
      baseline: 'group',
      scale: 'pool',
      scaleOf: 'residuals',
      ...outside,
      singleton: 'member',
    },
    wasm: (module, n, groups) => module.standardize(0, n, 0, groups, 0, 0, 1, 1, 0, EPSILON, 0, 2),
    passes: { groups: [4, 2], pool: [5, 2] },
  },
  {
    name: 'prpo',
    estimate: (rewards, options) => calculatePrpoAdvantages(rewards, options),
    call: 'standardize',
    options: {
      baseline: 'pool',
      scale: 'pool',
      scaleOf: 'values',
      ...outside,
      singleton: 'member',
    },
    wasm: (module, n, groups) => module.standardize(0, n, 0, groups, 0, 1, 1, 0, 0, EPSILON, 0, 2),
    passes: { groups: [3, 1], pool: [3, 1] },
  },
  {
    name: 'rloo',
    estimate: (rewards, options) => calculateRlooAdvantages(rewards, options),
    call: 'leaveOneOut',
    options: { singleton: 'raw' },
    wasm: (module, n, groups) => module.leaveOneOut(0, n, 0, groups, 0, 0),
    passes: { groups: [1, 1], pool: [2, 1] },
  },
  {
    name: 'summarize',
    call: 'summarize',
    options: { ddof: 0, threshold: 0.5 },
    wasm: (module, n) => module.summarize(0, n, 0, 0.5, n),
    numbers: () => 7,
    passes: { groups: [2, 0], pool: [2, 0] },
  },
  {
    name: 'segment-summaries',
    call: 'segmentSummaries',
    options: { ddof: 0 },
    wasm: (module, n, groups) => module.segmentSummaries(0, n, 0, groups, 0, n),
    numbers: (groups) => 4 * groups,
    passes: { groups: [1, 0], pool: [2, 0] },
  },
];

/** Runs a case over the Kernels interface; what comes back is one array, whatever the call returns. */
export function runKernels({ call, options }, kernels, values, offsets, out) {
  if (call === 'summarize') {
    const { count, sum, mean, std, min, max, countBelow } = kernels.summarize(values, options);
    return [count, sum, mean, std, min, max, countBelow];
  }
  if (call === 'segmentSummaries') {
    return kernels.segmentSummaries(values, offsets, options);
  }
  kernels[call](values, offsets, options, out);
  return out;
}

/** The results of a call as one array. */
export function flatten(result) {
  if (result instanceof Float64Array) return result;
  if (Array.isArray(result)) return Float64Array.from(result);
  const parts = [result.mean, result.std, result.min, result.max];
  const flat = new Float64Array(parts.length * parts[0].length);
  parts.forEach((part, p) => {
    flat.set(part, p * part.length);
  });
  return flat;
}
