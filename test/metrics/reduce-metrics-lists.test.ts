import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Warning } from '../../ts/errors/warning.ts';
import { reduceMetricsLists } from '../../ts/metrics/reduce-metrics-lists.ts';
import { slowMean } from '../support/slow-oracle.ts';

describe('reduceMetricsLists', () => {
  it('replaces lists in place and leaves the rest', () => {
    const metrics = { a: [1, 2, 4], b: 3.5, c: [true, false], d: Float64Array.of(7), e: 'text' };
    expect(reduceMetricsLists(metrics)).toBe(metrics);
    expect(metrics).toEqual({ a: 7 / 3, b: 3.5, c: 0.5, d: 7, e: 'text' });
  });

  it('case 4: keeps NaN, and warns of lists with nothing in them', () => {
    const warnings: Warning[] = [];
    const metrics = { a: [Number.NaN, 1], b: [] };
    reduceMetricsLists(metrics, { onWarning: (warning) => warnings.push(warning) });
    expect(metrics).toEqual({ a: Number.NaN, b: Number.NaN });
    expect(warnings.map(({ kind, places }) => [kind, places])).toEqual([['empty-metric', ['b']]]);
  });

  it('refuses text and null, naming the entry, and changes nothing', () => {
    const metrics = { a: [1, 2], b: [1, 'x'] };
    expect(() => reduceMetricsLists(metrics)).toThrow(
      'metric b[1] must be a number or a boolean, got "x"',
    );
    expect(metrics).toEqual({ a: [1, 2], b: [1, 'x'] });
    expect(() => reduceMetricsLists({ a: [null] })).toThrow('metric a[0] must be');
  });

  it('takes another reduction', () => {
    const reduce = (values: Float64Array) => Math.max(...values);
    expect(reduceMetricsLists({ a: [1, 3, 2] }, { reduce })).toEqual({ a: 3 });
  });

  it('case 50: averages in NumPy’s order, to the bit', () => {
    expect(reduceMetricsLists({ a: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] })).toEqual({
      a: 0.45,
    });
    fc.assert(
      fc.property(fc.array(fc.double(), { minLength: 1, maxLength: 300 }), (list) => {
        expect(Object.is(reduceMetricsLists({ list }).list, slowMean(list))).toBe(true);
      }),
    );
  });
});
