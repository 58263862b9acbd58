/** Discount, λ and whitening of all cases. */
const GAMMA = 0.99;
const LAMBDA = 0.95;
const EPSILON = 1e-8;
const WHITEN = {
  mean: 'subtract',
  divide: true,
  ddof: 1,
  epsilon: EPSILON,
  epsilonPlace: 'inside',
  countEpsilon: 0,
};

/**
 * What is timed, over rows of tokens. `arrays` is how many numbers a token a call reads, and writes: a memcpy copies as
 * many. `wasm` is the call in the module's own terms: rewards at 0, values behind them, then γ, λ and bootstraps of
 * rows; rows' offsets at 0, their groups' members and offsets behind them, and those of one segment last.
 */
export const tokenCases = [
  {
    name: 'discounted returns',
    arrays: 1,
    run: (kernels, t, out) =>
      kernels.discountedReturns(t, { gamma: GAMMA, masked: 'carry' }, out.advantages),
    wasm: (module, t, at) =>
      module.discountedReturns(0, t.count, 0, t.rows, at.gamma, Number(t.mask !== null), 0, 0),
  },
  {
    name: 'GAE',
    arrays: 2,
    run: (kernels, t, out) =>
      kernels.generalizedAdvantages(t, { gamma: GAMMA, lambda: LAMBDA, masked: 'carry' }, out),
    wasm: (module, t, at) =>
      module.generalizedAdvantages(
        0,
        t.count,
        t.count,
        0,
        t.rows,
        at.gamma,
        at.lambda,
        at.bootstrap,
        Number(t.mask !== null),
        0,
        0,
      ),
  },
  {
    name: 'whitening',
    arrays: 1,
    run: (kernels, t, out) =>
      kernels.whitenTokens(
        { values: t.rewards, mask: t.mask, offsets: t.pool },
        WHITEN,
        out.advantages,
      ),
    wasm: (module, t, at) =>
      module.whitenTokens(0, t.count, at.pool, 1, Number(t.mask !== null), 0, 1, 1, EPSILON, 1, 0),
  },
  {
    name: 'optimal token baselines',
    arrays: 2,
    run: (kernels, t, out) =>
      kernels.optimalTokenBaseline(
        { ...t, weights: t.values },
        { epsilon: EPSILON, zeroTail: true, align: 'position' },
        out,
      ),
    wasm: (module, t, at) =>
      module.optimalTokenBaseline(
        0,
        t.count,
        t.count,
        0,
        t.rows,
        at.members,
        at.groups,
        t.groups.length - 1,
        Number(t.mask !== null),
        EPSILON,
        1,
        0,
      ),
  },
];

/** The loops that one would write, over the same tokens. */
export const naiveTokens = {
  'discounted returns'({ rewards, mask, offsets }, { advantages }) {
    for (let row = 1; row < offsets.length; row++) {
      let sum = 0;
      for (let t = offsets[row] - 1; t >= offsets[row - 1]; t--) {
        if (mask === null || mask[t]) sum = rewards[t] + GAMMA * sum;
        advantages[t] = sum;
      }
    }
  },

  GAE({ rewards, values, mask, offsets }, { advantages, returns }) {
    for (let row = 1; row < offsets.length; row++) {
      let sum = 0;
      let next = 0;
      for (let t = offsets[row] - 1; t >= offsets[row - 1]; t--) {
        if (mask === null || mask[t]) {
          sum = rewards[t] + GAMMA * next - values[t] + GAMMA * LAMBDA * sum;
          next = values[t];
        }
        advantages[t] = sum;
        returns[t] = sum + values[t];
      }
    }
  },

  whitening({ rewards, mask }, { advantages }) {
    let count = 0;
    let total = 0;
    for (let t = 0; t < rewards.length; t++) {
      if (mask !== null && !mask[t]) continue;
      total += rewards[t];
      count++;
    }
    const mean = total / count;
    let squares = 0;
    for (let t = 0; t < rewards.length; t++)
      if (mask === null || mask[t]) squares += (rewards[t] - mean) ** 2;
    const divisor = Math.sqrt(squares / (count - 1) + EPSILON);
    for (let t = 0; t < rewards.length; t++) advantages[t] = (rewards[t] - mean) / divisor;
  },
};
