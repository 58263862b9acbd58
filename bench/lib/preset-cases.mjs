import { createTrackerState, listPresets, presetEstimator, presetSpec } from 'upperhand';
import { GroupedRewards, kernelsByName } from 'upperhand/kernels';
import { time } from './clock.mjs';
import { makeRewards } from './rewards.mjs';

/** Each measurement goes over about as many rewards, in as many calls as that takes. */
const REWARDS = 32_768;
const kernels = kernelsByName('wasm-simd');

/** Groups × members; ragged groups have 2 to 16 members. */
export const SHAPES = {
  '64 × 8': sizes(64, () => 8),
  '512 × 16': sizes(512, () => 16),
  '4096 × 8': sizes(4096, () => 8),
  '4096 × 2 to 16': sizes(4096, (g) => 2 + ((g * 7) % 15)),
};

/** What gives one number a trajectory, by name. */
export function presetsOfTrajectories() {
  return listPresets()
    .filter(({ level }) => level === 'trajectory')
    .map(({ name, formula }) => ({ name, formula, spec: presetSpec(name) }));
}

/**
 * Whether an advantage is (reward − baseline) / scale with one baseline and one scale of the group or of the pool, whatever
 * scales all of them afterwards: a few passes over the rewards, and nothing that has to be sorted, looked up, or computed
 * for each column or anew for each member.
 */
export function isAffine({ baseline, scale, credit, rows = 'all', columns }) {
  const passes = ['none', 'mean', 'leave-one-out', 'length-weighted-mean', 'greedy', 'value'];
  if (!passes.includes(baseline.kind) || scale.scope === 'leave-one-out') return false;
  return !credit && rows === 'all' && columns?.combine !== 'normalize-then-sum';
}

/** What bounds the time of one that takes long. */
export function boundOf({ baseline, scale, post = [] }) {
  const weighs = [scale, ...post].some(({ weighting }) => weighting === 'token');
  if (weighs || baseline.kind === 'length-weighted-mean')
    return 'the trained tokens are an array more to read, and each sum by weight waits for its last addition';
  if (scale.kind === 'nonzero-share')
    return 'the share is counted, and divides, in loops of JavaScript';
  const poolsResiduals = scale.scope === 'pool' && baseline.scope !== 'pool';
  return poolsResiduals
    ? 'the std of the pool takes two passes over all that the groups leave'
    : undefined;
}

/** Those of few members, for a check that takes the square of their number. */
export const SMALL = sizes(24, (g) => 2 + ((g * 7) % 7));

/** Rewards of a shape and whatever a preset may ask for, the same at every run. */
export class PresetInputs {
  #offsets;
  #numbers;

  constructor(offsets) {
    const count = offsets.at(-1);
    this.#offsets = offsets;
    this.#numbers = makeRewards(4 * count);
    /** How many of one measurement. */
    this.calls = Math.max(1, Math.round(REWARDS / count));
  }

  /** The estimator's calls, timed; nanoseconds of all together. */
  contender({ name, spec }) {
    const estimate = presetEstimator(name);
    const rewards = GroupedRewards.fromFlat(this.rewardsFor(spec), this.#offsets);
    const options = this.optionsFor(spec);
    const { calls } = this;
    return {
      name,
      // What those before it left is not to be cleared away in its time.
      prepare: () => globalThis.gc({ type: 'minor' }),
      run: () =>
        time(() => {
          for (let i = 0; i < calls; i++) estimate(rewards, options);
        }),
    };
  }

  /** What it gives with some kernels, a state of its own where it has one. */
  advantages({ name, spec }, kernels) {
    const rewards = GroupedRewards.fromFlat(this.rewardsFor(spec), this.#offsets);
    return presetEstimator(name)(rewards, { ...this.optionsFor(spec), kernels }).advantages.values;
  }

  /** The same for the slow formulas, member by member. */
  members(spec) {
    const rewards = this.rewardsFor(spec);
    const { lengths, baselines, kl, trajectoryIds, columns = [rewards] } = this.optionsFor(spec);
    const groupOf = this.#groupOf();
    const members = Array.from(rewards, (reward, i) => ({
      reward,
      group: groupOf[i],
      length: lengths[i],
      baseline: baselines[i],
      kl: kl[i],
      id: trajectoryIds[i],
      columns: columns.map((column) => column[i]),
    }));
    return { members, weights: columns.map(() => 1) };
  }

  /** Rows of one trajectory have its reward. */
  rewardsFor({ rows = 'all' }) {
    const rewards = this.#column(0);
    if (rows === 'all') return rewards;
    const ids = this.#trajectoryIds();
    return rewards.map((reward, i) => (i > 0 && ids[i - 1] === ids[i] ? rewards[i - 1] : reward));
  }

  optionsFor({ baseline, columns }) {
    const count = this.#offsets.at(-1);
    const { kind } = baseline.kind === 'tracker' ? baseline.tracker : {};
    return {
      kernels,
      lengths: this.#column(1).map((number) => 1 + Math.floor(number * 1000)),
      baselines: this.#column(2),
      kl: this.#column(3),
      trajectoryIds: this.#trajectoryIds(),
      ...(columns?.combine === 'normalize-then-sum' && {
        columns: [this.#column(0), this.#column(1)],
      }),
      ...(kind && {
        state: createTrackerState(kind),
        keys: Array.from({ length: count }, (_, i) => `agent ${i % 64}`),
      }),
    };
  }

  #groupOf() {
    return Array.from(this.#offsets.subarray(1)).flatMap((end, g) =>
      Array(end - this.#offsets[g]).fill(g),
    );
  }

  #column(c) {
    const count = this.#offsets.at(-1);
    return this.#numbers.subarray(c * count, (c + 1) * count);
  }

  /** Two rows a trajectory, but one of the first of each group. */
  #trajectoryIds() {
    return this.#groupOf().map((g, i) => `task-${g}:${(i - this.#offsets[g] + 1) >> 1}`);
  }
}

function sizes(groups, sizeOf) {
  const offsets = new Uint32Array(groups + 1);
  for (let g = 0; g < groups; g++) offsets[g + 1] = offsets[g] + sizeOf(g);
  return offsets;
}
