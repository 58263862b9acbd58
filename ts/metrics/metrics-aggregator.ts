import { refuse } from '../errors/refuse.ts';
import { checkText } from '../types/check.ts';

type Rule = (values: readonly number[]) => number;

const SUMMED: ReadonlySet<string> = new Set([
  'groups/num_trajs_before_filter',
  'groups/num_trajs_after_filter',
  'groups/num_groups',
  'groups/dropped_min_trajs',
  'groups/dropped_zero_adv',
]);
const LAST_COUNTS = ['time/', 'train/', 'progress/', 'async/'];

/**
 * Gathers metrics that come one by one and reduces them by what their keys say: counts of groups are summed; of
 * `time/`, `train/`, `progress/` and `async/` the last value counts; `episode/` is averaged; a key that contains
 * `/max` gives the largest, one that contains `/min` the smallest value; all else is averaged.
 *
 * Sums run from left to right without compensation, as Python's `sum` did up to 3.11.
 *
 * Source: rLLM's `MetricsAggregator`.
 *
 * @example
 * const aggregator = new MetricsAggregator();
 * aggregator.record('groups/num_groups', 3);
 * aggregator.record('groups/num_groups', 1);
 * aggregator.recordDict({ 'reward/solver/max': 1, note: 'text' }); // ['note']
 * aggregator.flush(); // { 'groups/num_groups': 4, 'reward/solver/max': 1 }
 */
export class MetricsAggregator {
  readonly #values: Map<string, number[]> = new Map();

  /**
   * Takes one value; booleans count as 1 and 0.
   *
   * @throws UpperhandError `invalid-argument` for anything else, and for a key that is no text
   */
  record(key: string, value: number | boolean): void {
    checkText('metric key', key);
    if (!isNumeric(value)) refuse(`metric ${key}`, 'a number or a boolean', value);
    const values = this.#values.get(key);
    if (values) values.push(Number(value));
    else this.#values.set(key, [Number(value)]);
  }

  /** Takes all numbers and booleans of a record, and returns the keys of what it left out. */
  recordDict(metrics: Readonly<Record<string, unknown>>): string[] {
    const skipped: string[] = [];
    for (const [key, value] of Object.entries(metrics)) {
      if (isNumeric(value)) this.record(key, value);
      else skipped.push(key);
    }
    return skipped;
  }

  /** One number for each key, in the order in which keys first came; forgets all values. */
  flush(): Record<string, number> {
    const reduced = [...this.#values].map(([key, values]) => [key, ruleOf(key)(values)] as const);
    this.#values.clear();
    return Object.fromEntries(reduced);
  }
}

function isNumeric(value: unknown): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** The first rule that fits. `/max` and `/min` are looked for literally, so `x/maximal` gives the largest too. */
function ruleOf(key: string): Rule {
  if (SUMMED.has(key)) return sum;
  if (LAST_COUNTS.some((prefix) => key.startsWith(prefix))) return last;
  if (key.startsWith('episode/')) return mean;
  if (key.includes('/max')) return largest;
  if (key.includes('/min')) return smallest;
  return mean;
}

const sum: Rule = (values) => values.reduce((total, value) => total + value, 0);
const mean: Rule = (values) => sum(values) / values.length;
const last: Rule = (values) => values.at(-1) as number;
const largest: Rule = (values) => pick(values, (value, best) => value > best);
const smallest: Rule = (values) => pick(values, (value, best) => value < best);

/** As Python's max and min: no comparison with NaN holds, so that a NaN stays only where it came first. */
function pick(values: readonly number[], isBetter: (a: number, b: number) => boolean): number {
  return values.reduce((best, value) => (isBetter(value, best) ? value : best));
}
