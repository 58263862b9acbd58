// What every runtime is put to, by the published package alone: golden records, then random groups with the kernels in
// use against the JavaScript kernels. Gives a report in plain values; throws only where the package itself breaks.

import {
  AlgorithmConfig,
  collectRewardAndAdvantageFromTrajectoryGroups,
  createStep,
  createTrajectory,
  createTrajectoryGroup,
  GroupedRewards,
  getAdvEstimator,
  getKernels,
  registerAdvEstimator,
} from 'upperhand';
import { checkKernels, hasSimd, jsKernels, kernelsByName } from 'upperhand/kernels';

/** Workers may draw no random identifiers while they start. */
const ID = { uid: 'trajectory' };

const silent = () => {};
const view = new DataView(new ArrayBuffer(8));

/** A number of the sample: 16 hex digits of its bits, `'nan'`, or a boolean. */
function fromBits(text) {
  if (typeof text !== 'string') return text;
  if (text === 'nan') return Number.NaN;
  view.setBigUint64(0, BigInt(`0x${text}`));
  return view.getFloat64(0);
}

function decode(value) {
  return Array.isArray(value) ? value.map(decode) : fromBits(value);
}

/** By `Object.is`: NaN is NaN, -0 is not 0. */
function same(a, b) {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((x, i) => same(x, b[i]));
}

/** What `compute` gives, or `'refused'`. What is thrown without a code is a fault of the package. */
function orRefused(compute) {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'refused';
    throw error;
  }
}

function estimate({ estimator, rewards, options }) {
  const { advantages } = getAdvEstimator(estimator)(decode(rewards), options);
  return advantages.toArrays();
}

function collect({ groups, config, forcedMode, collectAdvantage }) {
  const made = groups.map(({ groupId, trajectories }) =>
    createTrajectoryGroup({
      groupId,
      trajectories: trajectories.map(({ name, reward, steps }) =>
        createTrajectory({ ...ID, name, reward: decode(reward), steps: steps.map(toStep) }),
      ),
    }),
  );
  const created = AlgorithmConfig.create(config, { onWarning: silent });
  const metrics = collectRewardAndAdvantageFromTrajectoryGroups(
    made,
    forcedMode ? { ...created, stepwiseAdvantageMode: forcedMode } : created,
    { collectAdvantage, idSeparator: 'first', onWarning: silent },
  );
  const advantages = made.map(({ trajectories }) =>
    trajectories.map(({ steps }) => steps.map(({ advantage }) => toPlain(advantage))),
  );
  return [Object.entries(metrics), advantages];
}

function toStep({ length, reward, advantage }) {
  return createStep({
    responseIds: new Array(length).fill(1),
    reward: decode(reward),
    advantage: decode(advantage),
  });
}

function toPlain(advantage) {
  return ArrayBuffer.isView(advantage) ? Array.from(advantage) : advantage;
}

/** Numbers in [0, 1), the same everywhere (mulberry32). */
function randoms(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SPECIAL = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 5e-324, 1e308];

function randomGroups(random) {
  const draw = [
    random,
    () => (random() < 0.5 ? 1 : 0),
    () => Math.floor(random() * 11) / 10,
    () => (random() - 0.5) * 2 ** Math.floor(random() * 120 - 60),
    () => (random() < 0.1 ? SPECIAL[Math.floor(random() * SPECIAL.length)] : random()),
  ][Math.floor(random() * 5)];
  const longest = random() < 0.1 ? 400 : 12;
  return Array.from({ length: Math.floor(random() * 9) }, () =>
    Array.from({ length: Math.floor(random() * (longest + 1)) }, draw),
  );
}

/** A number for all that was computed, to be compared between runtimes. */
class Digest {
  #a = 0x811c9dc5;
  #b = 0x9e3779b9;

  add(values) {
    for (const value of values) {
      view.setFloat64(0, Number.isNaN(value) ? Number.NaN : value);
      const nan = Number.isNaN(value);
      this.#a = Math.imul(this.#a ^ (nan ? 1 : view.getUint32(0)), 0x01000193);
      this.#b = Math.imul(this.#b ^ (nan ? 2 : view.getUint32(4)), 0x01000193) ^ (this.#a >>> 13);
    }
  }

  toString() {
    return [this.#a, this.#b].map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

const ESTIMATORS = ['grpo', 'reinforce', 'reinforce_plus_plus_baseline', 'rloo', 'prpo'];
const ROUNDS = 200;

/** @param sample what `make-sample.ts` wrote */
export function runSuite(sample) {
  const failures = [];
  const notices = [];
  let cases = 0;
  const check = (name, expected, actual) => {
    cases++;
    if (!same(expected, actual) && failures.length < 20)
      failures.push(`${name}: expected ${String(expected)}, got ${String(actual)}`.slice(0, 300));
  };
  const { warn, error } = console;
  console.warn = (...args) => {
    notices.push(args.join(' '));
    warn.apply(console, args);
  };
  console.error = (...args) => {
    notices.push(args.join(' '));
    error.apply(console, args);
  };

  try {
    for (const record of sample.estimators) {
      const expected = record.expected === 'refused' ? 'refused' : decode(record.expected);
      check(
        record.id,
        expected,
        orRefused(() => estimate(record)),
      );
    }

    registerAdvEstimator('custom_double', ({ values }) => ({
      advantages: values.map((r) => r * 2),
    }));
    registerAdvEstimator('custom_list', (rewards) => ({
      advantages: rewards.toArrays().map((group) => group.map((r) => r - 1)),
    }));
    for (const record of sample.collect) {
      const { metrics, advantages } = record.expected;
      const expected =
        record.expected === 'refused'
          ? 'refused'
          : [metrics.map(([key, value]) => [key, decode(value)]), decode(advantages)];
      check(
        record.id,
        expected,
        orRefused(() => collect(record)),
      );
    }

    const kernels = getKernels();
    const digest = new Digest();
    const random = randoms(20261129);
    for (let round = 0; round < ROUNDS; round++) {
      const rewards = GroupedRewards.from(randomGroups(random));
      const options = { normAdvByStdInGrpo: random() < 0.5 };
      for (const name of ESTIMATORS) {
        const used = getAdvEstimator(name)(rewards, options).advantages.values;
        const js = getAdvEstimator(name)(rewards, { ...options, kernels: jsKernels }).advantages
          .values;
        check(`random ${round} ${name}`, Array.from(js), Array.from(used));
        digest.add(used);
      }
      const summary = kernels.summarize(rewards.values, { ddof: round % 2 });
      digest.add([summary.sum, summary.mean, summary.std]);
    }

    const report = checkKernels(kernels, { rounds: 6, limit: 3 });
    cases += report.checks;
    for (const { call, case: on, message } of report.differences)
      failures.push(`checkKernels ${call}, ${on}: ${message}`);

    // What is asked for by name must be what runs by itself.
    const named = orRefused(() => kernelsByName('wasm-simd').name);
    check('kernelsByName', kernels.name === 'js' ? 'refused' : kernels.name, named);
    if (kernels.name !== 'js') check('hasSimd', true, hasSimd());

    return {
      cases,
      failures,
      kernels: kernels.name,
      notices,
      digest: digest.toString(),
    };
  } finally {
    console.warn = warn;
    console.error = error;
  }
}
