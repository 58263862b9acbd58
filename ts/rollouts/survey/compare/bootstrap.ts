import { percentile } from '../../../kernels/percentile.ts';
import type { Estimate } from './comparison.ts';
import type { Sums } from './task-table.ts';

export const MOST_RESAMPLES = 1000;
const FEWEST_RESAMPLES = 200;
/** Draws of a task in one interval: with very many tasks fewer samples do. */
const MOST_DRAWS = 2e7;
const SEED = 0;

/**
 * The mean over all rollouts of some tasks, with a 95 % percentile interval of samples of tasks (not of rollouts, which are
 * alike within a task). The same numbers give the same interval: the seed is fixed.
 */
export function estimateMean(sums: Sums): Estimate {
  return interval(sums.sum.length, (tasks) => ratio(sums, tasks));
}

/** The difference of two means over the same tasks, b − a, drawn together. */
export function estimateDifference(a: Sums, b: Sums): Estimate {
  return interval(a.sum.length, (tasks) => ratio(b, tasks) - ratio(a, tasks));
}

/** The tasks that are told, or all where they are not. */
function ratio({ sum, count }: Sums, tasks: Uint32Array): number {
  let [above, below] = [0, 0];
  for (const task of tasks) {
    above += sum[task] as number;
    below += count[task] as number;
  }
  return above / below;
}

function interval(length: number, statistic: (tasks: Uint32Array) => number): Estimate {
  const tasks = Uint32Array.from({ length }, (_, task) => task);
  const value = length === 0 ? Number.NaN : statistic(tasks);
  if (length < 2) return { value, low: Number.NaN, high: Number.NaN };
  const random = mulberry32(SEED);
  const draws = Math.floor(MOST_DRAWS / length);
  const samples = new Float64Array(Math.max(FEWEST_RESAMPLES, Math.min(MOST_RESAMPLES, draws)));
  for (let i = 0; i < samples.length; i++) {
    for (let at = 0; at < length; at++) {
      tasks[at] = Math.floor(random() * length);
    }
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
