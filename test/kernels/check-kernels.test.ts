import { describe, expect, it } from 'vitest';
import { checkKernels } from '../../ts/kernels/conformance/check-kernels.ts';
import type { Kernels, SummarizeOptions } from '../../ts/kernels/kernels.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';
import { kernelsTable } from '../support/kernels-table.ts';

/** Kernels that are right but for `mean` and `std`, which come from these two. */
function summarizing(
  name: string,
  mean: (values: Float64Array) => number,
  std: (values: Float64Array, mean: number, ddof: number) => number,
): Kernels {
  const right = withFallback({});
  return withFallback({
    name,
    summarize(values: Float64Array, options: SummarizeOptions = {}) {
      const m = mean(values);
      return {
        ...right.summarize(values, options),
        mean: m,
        std: std(values, m, options.ddof ?? 0),
      };
    },
  });
}
const exactMean = (values: Float64Array): number => withFallback({}).summarize(values).mean;
const exactStd = (values: Float64Array, _: number, ddof: number): number =>
  withFallback({}).summarize(values, { ddof }).std;

/** a·a + b in one rounding, by Dekker's exact product and Knuth's exact sum. */
function fusedSquare(a: number, b: number): number {
  const c = 134217729 * a;
  const high = c - (c - a);
  const low = a - high;
  const product = a * a;
  const productError = low * low - (product - high * high - 2 * high * low);
  const total = product + b;
  const part = total - product;
  return total + (product - (total - part) + (b - part) + productError);
}

describe('checkKernels', () => {
  it.each(kernelsTable.map((kernels) => [kernels.name, kernels] as const))(
    'passes %s',
    (_, kernels) => {
      const report = checkKernels(kernels);
      expect(report.differences).toEqual([]);
      expect(report.checks).toBeGreaterThan(10_000);
    },
  );

  it('catches a sum from left to right', () => {
    const plain = summarizing(
      'left to right',
      (values) => values.reduce((a, b) => a + b, 0) / values.length,
      exactStd,
    );
    const { differences } = checkKernels(plain, { calls: ['summarize'] });
    expect(differences[0]).toMatchObject({
      call: 'summarize',
      message: expect.stringContaining('mean'),
    });
    // Below eight values there is nothing to catch: the order is the same.
    expect(differences.some(({ case: name }) => name.startsWith('7 ×'))).toBe(false);
  });

  it('catches a one-pass variance', () => {
    const onePass = summarizing('one pass', exactMean, (values, mean, ddof) => {
      const squares = withFallback({}).summarize(values.map((x) => x * x)).sum;
      return Math.sqrt((squares - values.length * mean * mean) / Math.max(values.length - ddof, 0));
    });
    const cases = checkKernels(onePass, { calls: ['summarize'] }).differences.map(
      (difference) => difference.case,
    );
    expect(cases).toContain('8 × tenths');
  });

  it('catches a fused multiply-add', () => {
    const fused = summarizing('fused', exactMean, (values, mean, ddof) => {
      if (values.length >= 8) return exactStd(values, mean, ddof);
      let squares = 0;
      for (const x of values) squares = fusedSquare(x - mean, squares);
      return Math.sqrt(squares / Math.max(values.length - ddof, 0));
    });
    const { differences } = checkKernels(fused, { calls: ['summarize'] });
    expect(differences.length).toBeGreaterThan(0);
    expect(
      differences.every(({ message }) => message.startsWith('std') || message.includes('at 3')),
    ).toBe(true);
  });

  it('checks the calls that are asked for', () => {
    const wrong = withFallback({ center: (_values, _offsets, _options, out) => void out.fill(7) });
    expect(checkKernels(wrong, { calls: ['summarize', 'leaveOneOut'] }).differences).toEqual([]);
    expect(checkKernels(wrong, { calls: ['center'] }).differing).toBeGreaterThan(100);
  });

  it('catches writing elsewhere, changing its input, wrong lengths and throwing', () => {
    const messages = (kernels: Partial<Kernels>): string[] => {
      const calls = Object.keys(kernels) as Exclude<keyof Kernels, 'name'>[];
      const { differences } = checkKernels(withFallback(kernels), { calls, rounds: 0 });
      return [...new Set(differences.map(({ message }) => message))];
    };
    const right = withFallback({});
    expect(
      messages({
        center(values, offsets, options, out) {
          right.center(values, offsets, options, out);
          new Float64Array(out.buffer)[0] = 1;
        },
      }),
    ).toContain('wrote beyond out');
    expect(
      messages({
        center(values, offsets, options, out) {
          right.center(values, offsets, options, out);
          if (out.length > 1) values[0] = 1;
        },
      }),
    ).toContain('changed the values that it was given');
    expect(
      messages({
        leaveOneOut() {
          throw new Error('not today');
        },
      }),
    ).toEqual(['threw not today']);
    expect(
      messages({
        segmentSummaries: () => ({
          mean: new Float64Array(),
          std: new Float64Array(),
          min: new Float64Array(),
          max: new Float64Array(),
        }),
      }),
    ).toContain('gave 0 numbers, expected 4');
  });

  it('keeps as many differences as asked, and counts all', () => {
    const wrong = withFallback({ center: (_values, _offsets, _options, out) => void out.fill(7) });
    const report = checkKernels(wrong, { limit: 3, calls: ['center'] });
    expect(report.differences).toHaveLength(3);
    expect(report.differing).toBeGreaterThan(100);
  });

  it('refuses calls that do not exist, which would check nothing, and what are no kernels', () => {
    const calls = ['center', 'centre'] as never;
    expect(() => checkKernels(withFallback({}), { calls })).toThrow(
      'calls must be out of summarize, segmentSummaries, center, standardize, leaveOneOut, got "centre"',
    );
    expect(() => checkKernels(null as never)).toThrow('kernels must be an object of kernel calls');
  });
});
