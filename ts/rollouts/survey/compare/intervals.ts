import { percentile } from '../../../kernels/percentile.ts';
import type { Estimate } from './comparison.ts';
import type { Sums } from './task-table.ts';

const RESAMPLES = 1000;
const SEED = 0;
/** With more tasks the bootstrap costs much and tells nothing more than the normal distribution. */
const MOST_TASKS = 5000;
/** Standard deviations of a normal distribution that hold 95 % of it. */
const NORMAL_95 = 1.959963984540054;

/**
 * The mean over all rollouts of some tasks, with a 95 % interval over samples of tasks (not of rollouts, which are alike
 * within a task): percentiles of the bootstrap with a fixed seed, or, beyond 5000 tasks, the normal approximation.
 */
export function estimateMean(sums: Sums): Estimate {
  const length = sums.sum.length;
  if (length <= MOST_TASKS) return bootstrap(length, (tasks) => ratio(sums, tasks));
  const mean = ratio(sums, eachOf(length));
  return normal(mean, length, influences(sums, mean));
}

/** The difference of two means over the same tasks, b − a, drawn together. */
export function estimateDifference(a: Sums, b: Sums): Estimate {
  const length = a.sum.length;
  if (length <= MOST_TASKS) {
    return bootstrap(length, (tasks) => ratio(b, tasks) - ratio(a, tasks));
  }
  const [ofA, ofB] = [ratio(a, eachOf(length)), ratio(b, eachOf(length))];
  const [less, more] = [influences(a, ofA), influences(b, ofB)];
  return normal(
    ofB - ofA,
    length,
    more.map((value, task) => value - (less[task] as number)),
  );
}

function ratio({ sum, count }: Sums, tasks: Uint32Array): number {
  let [above, below] = [0, 0];
  for (const task of tasks) {
    above += sum[task] as number;
    below += count[task] as number;
  }
  return above / below;
}

function eachOf(length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, task) => task);
}

/** How much each task moves the mean: its residual, linearised (the delta method for a ratio). */
function influences({ sum, count }: Sums, mean: number): Float64Array {
  const total = count.reduce((all, one) => all + one, 0);
  return sum.map((one, task) => (one - mean * (count[task] as number)) / total);
}

function normal(value: number, tasks: number, moved: Float64Array): Estimate {
  const variance = moved.reduce((all, one) => all + one * one, 0) * (tasks / (tasks - 1));
  const half = NORMAL_95 * Math.sqrt(variance);
  return { value, low: value - half, high: value + half };
}

function bootstrap(length: number, statistic: (tasks: Uint32Array) => number): Estimate {
  const tasks = eachOf(length);
  const value = length === 0 ? Number.NaN : statistic(tasks);
  if (length < 2) return { value, low: Number.NaN, high: Number.NaN };
  const random = mulberry32(SEED);
  const samples = new Float64Array(RESAMPLES);
  for (let i = 0; i < RESAMPLES; i++) {
    for (let at = 0; at < length; at++) tasks[at] = Math.floor(random() * length);
    samples[i] = statistic(tasks);
  }
  // A sample may hold no task that counts.
  const known = samples.filter((sample) => !Number.isNaN(sample)).sort();
  return { value, low: percentile(known, 2.5), high: percentile(known, 97.5) };
}

/** Random numbers from 0 to below 1; a small generator that is good enough to draw tasks by. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
