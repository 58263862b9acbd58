import { describe, expect, it } from 'vitest';
import { MetricsAggregator } from '../../ts/metrics/metrics-aggregator.ts';

function reduce(key: string, values: readonly (number | boolean)[]): number | undefined {
  const aggregator = new MetricsAggregator();
  for (const value of values) aggregator.record(key, value);
  return aggregator.flush()[key];
}

describe('MetricsAggregator', () => {
  it.each([
    ['groups/num_groups', 6],
    ['groups/num_trajs_before_filter', 6],
    ['groups/num_trajs_after_filter', 6],
    ['groups/dropped_min_trajs', 6],
    ['groups/dropped_zero_adv', 6],
    ['groups/avg_group_size', 2],
    ['groups/max_group_size', 3],
    ['groups/min_group_size', 1],
    ['time/step', 2],
    ['train/loss/max', 2],
    ['progress/lr', 2],
    ['async/in_flight_groups', 2],
    ['episode/max_turns', 2],
    ['reward/solver/max', 3],
    ['reward/solver/min', 1],
    ['x/maximal', 3],
    ['x/minimum', 1],
    ['max_without_slash', 2],
    ['plain', 2],
  ])('reduces 3, 1, 2 under %s to %d', (key, expected) => {
    expect(reduce(key, [3, 1, 2])).toBe(expected);
  });

  it('adds from left to right, without pairs or compensation', () => {
    expect(reduce('groups/num_groups', [1e16, 1, 1, -1e16])).toBe(0);
    expect(reduce('groups/num_groups', new Array(10).fill(0.1))).toBe(0.9999999999999999);
  });

  it('treats NaN as Python’s max and min do: it stays only where it came first', () => {
    expect(reduce('x/max', [Number.NaN, 1])).toBeNaN();
    expect(reduce('x/max', [1, Number.NaN, 2])).toBe(2);
    expect(reduce('x/min', [1, Number.NaN])).toBe(1);
  });

  it('takes numbers and booleans of a record and tells what it left out', () => {
    const aggregator = new MetricsAggregator();
    const skipped = aggregator.recordDict({ a: 1, b: 'text', c: null, d: true, f: [1] });
    expect(skipped).toEqual(['b', 'c', 'f']);
    aggregator.recordDict({ a: 2 });
    expect(Object.entries(aggregator.flush())).toEqual([
      ['a', 1.5],
      ['d', 1],
    ]);
    expect(aggregator.flush()).toEqual({});
  });

  it('refuses what is no number, and keeps a key called __proto__', () => {
    const aggregator = new MetricsAggregator();
    expect(() => aggregator.record('a', '1' as never)).toThrow(
      'metric a must be a number or a boolean, got "1"',
    );
    aggregator.record('__proto__', 1);
    expect(Object.entries(aggregator.flush())).toEqual([['__proto__', 1]]);
  });

  it.each([[undefined], [null], [7]])('refuses the key %j', (key) => {
    const aggregator = new MetricsAggregator();
    expect(() => aggregator.record(key as never, 1)).toThrow(
      `metric key must be a string, got ${key}`,
    );
    expect(aggregator.flush()).toEqual({});
  });
});
