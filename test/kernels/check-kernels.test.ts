import { describe, expect, it } from 'vitest';
import { checkKernels } from '../../ts/kernels/conformance/check-kernels.ts';
import type { Kernels } from '../../ts/kernels/kernels.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import { wrongSummaries } from '../support/wrong-kernels.ts';

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
    const { differences } = checkKernels(wrongSummaries('left to right'), { calls: ['summarize'] });
    expect(differences[0]).toMatchObject({
      call: 'summarize',
      message: expect.stringContaining('mean'),
    });
    // Below eight values there is nothing to catch: the order is the same.
    expect(differences.some(({ case: name }) => name.startsWith('7 ×'))).toBe(false);
  });

  it('catches a one-pass variance', () => {
    const { differences } = checkKernels(wrongSummaries('one pass'), { calls: ['summarize'] });
    expect(differences.map((difference) => difference.case)).toContain('8 × tenths');
  });

  it('catches a fused multiply-add', () => {
    const { differences } = checkKernels(wrongSummaries('fused'), { calls: ['summarize'] });
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

  it('catches recursions that walk through untrained tokens, and whitening from left to right', () => {
    const right = withFallback({});
    const wrong = withFallback({
      generalizedAdvantages: (tokens, options, out) =>
        right.generalizedAdvantages(tokens, { ...options, masked: 'walk' }, out),
      discountedReturns: (tokens, options, out) =>
        right.discountedReturns({ ...tokens, mask: null }, options, out),
      whitenTokens({ values, mask, offsets }, options, out) {
        right.whitenTokens({ values, mask, offsets }, options, out);
        const count = values.filter((_, i) => mask?.[i] !== 0).length;
        const mean =
          values.reduce((total, x, i) => (mask?.[i] === 0 ? total : total + x), 0) / count;
        if (offsets.length === 2 && options.mean === 'subtract' && !options.divide)
          for (let i = 0; i < out.length; i++) out[i] = (values[i] as number) - mean;
      },
    });
    const calls = ['generalizedAdvantages', 'discountedReturns', 'whitenTokens'] as const;
    for (const call of calls)
      expect(checkKernels(wrong, { calls: [call], rounds: 0 }).differing, call).toBeGreaterThan(5);
  });

  it('catches writing on a mask and on a second array', () => {
    const right = withFallback({});
    const wrong = withFallback({
      discountedReturns(tokens, options, out) {
        right.discountedReturns(tokens, options, out);
        tokens.mask?.fill(1);
      },
      generalizedAdvantages(tokens, options, out) {
        right.generalizedAdvantages(tokens, options, out);
        if (out.returns !== tokens.values) tokens.values.fill(0);
      },
    });
    const messages = (call: 'discountedReturns' | 'generalizedAdvantages'): string[] =>
      checkKernels(wrong, { calls: [call], rounds: 0 }).differences.map(({ message }) => message);
    expect(messages('discountedReturns')).toContain('threw changed the mask');
    expect(messages('generalizedAdvantages')).toContain('threw changed the second array');
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
      'calls must be out of summarize, segmentSummaries, center, standardize, leaveOneOut, discountedReturns, generalizedAdvantages, whitenTokens, optimalTokenBaseline, centerByWeight, compareWithMean, scaleByPool, got "centre"',
    );
    expect(() => checkKernels(null as never)).toThrow('kernels must be an object of kernel calls');
  });
});
