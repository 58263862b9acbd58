import { Places } from '../errors/places.ts';
import { refuse } from '../errors/refuse.ts';
import { type OnWarning, warnOnce } from '../errors/warning.ts';
import { kernelsOr } from '../kernels/active-kernels.ts';
import type { Kernels } from '../kernels/kernels.ts';

export interface ReduceOptions {
  /** What becomes of a list. Default: its mean. */
  readonly reduce?: (values: Float64Array) => number;
  /** Default: the process-wide ones. */
  readonly kernels?: Kernels;
  /** Default: the first warning of each kind is printed. */
  readonly onWarning?: OnWarning;
}

/**
 * Replaces every metric that is a list by its mean, in place; other values stay. Booleans count as 1 and 0. The mean
 * of an empty list is NaN, with an `empty-metric` warning.
 *
 * Source: rLLM's `reduce_metrics_lists`.
 *
 * @returns the same object
 * @throws UpperhandError `invalid-argument` naming the key and the entry that is no number; nothing was changed then
 * @example
 * reduceMetricsLists({ 'val/score': [1, 0, 0.5], lr: 0.1 }); // { 'val/score': 0.5, lr: 0.1 }
 */
export function reduceMetricsLists(
  metrics: Record<string, unknown>,
  options: ReduceOptions = {},
): Record<string, unknown> {
  const { onWarning = warnOnce } = options;
  const kernels = kernelsOr(options.kernels);
  const reduce = options.reduce ?? ((values) => kernels.summarize(values).mean);
  const lists = Object.entries(metrics).filter(isList);
  const values = lists.map(([key, list]) => toValues(key, list));
  const reduced = values.map((list) => reduce(list));
  const empty = new Places();
  for (const [key, { length }] of lists) if (length === 0) empty.add(() => key);
  if (empty.count > 0) {
    const message = `metrics with nothing to average: ${empty}`;
    onWarning({ kind: 'empty-metric', message, places: empty.names });
  }
  lists.forEach(([key], i) => {
    metrics[key] = reduced[i];
  });
  return metrics;
}

function isList(entry: [string, unknown]): entry is [string, ArrayLike<unknown>] {
  const [, value] = entry;
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function toValues(key: string, list: ArrayLike<unknown>): Float64Array {
  return Float64Array.from(list, (value, i) => {
    if (typeof value === 'number') return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    return refuse(`metric ${key}[${i}]`, 'a number or a boolean', value);
  });
}
