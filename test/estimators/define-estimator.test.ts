import { describe, expect, it, vi } from 'vitest';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import { defineEstimator } from '../../ts/estimators/define-estimator.ts';
import { calculateGrpoAdvantages } from '../../ts/estimators/grpo.ts';
import { calculateReinforceAdvantages } from '../../ts/estimators/reinforce.ts';
import { calculateRlooAdvantages } from '../../ts/estimators/rloo.ts';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';
import { kernelsTable } from '../support/kernels-table.ts';

describe('an estimator', () => {
  it('takes grouped rewards, and any iterable of number or boolean arrays', () => {
    const expected = [[1, -1]];
    for (const rewards of [
      [[1, 0]],
      [[true, false]],
      new Set([[1, 0]]),
      GroupedRewards.from([[1, 0]]),
    ])
      expect(calculateRlooAdvantages(rewards).advantages.toArrays()).toEqual(expected);
  });

  it('gives advantages and returns that are one object', () => {
    const { advantages, returns } = calculateGrpoAdvantages([[1, 0]]);
    expect(advantages).toBeInstanceOf(GroupedRewards);
    expect(returns).toBe(advantages);
  });

  it('refuses rewards that are no numbers', () => {
    expect(() => calculateGrpoAdvantages([[1, null]] as never)).toThrow(
      'rewards[0][1] must be a number or a boolean, got null',
    );
  });

  it.each([Number.NaN, Infinity, -1e-6, '1e-6', null])('refuses the epsilon %s', (epsilon) => {
    for (const estimator of [calculateGrpoAdvantages, calculateReinforceAdvantages]) {
      expect(() => estimator([[1, 0]], { epsilon } as never)).toThrow(
        expect.objectContaining({
          code: 'invalid-argument',
          message: expect.stringMatching(/^epsilon must be a finite number ≥ 0, got /),
        }),
      );
      expect(() => estimator.spec({ epsilon } as never)).toThrow('epsilon');
    }
  });

  it.each([
    [{ normAdvByStdInGrpo: 'false' }, 'normAdvByStdInGrpo must be a boolean, got "false"'],
    [{ episilon: 1 }, 'unknown option "episilon"; did you mean epsilon?'],
    [
      { verbose: 1 },
      'unknown option "verbose"; known are normAdvByStdInGrpo, epsilon, kernels, algorithm, groups, variant, lengths, baselines, kl, columns, columnWeights, trajectoryIds, state, keys, forgetting',
    ],
    [null, 'options must be an object, got null'],
    [{ kernels: 'js' }, 'kernels must be an object of kernel calls'],
    [{ kernels: { standardize() {} } }, 'kernels.name must be a string, got undefined'],
    [{ kernels: { ...jsKernels, center: 1 } }, 'kernels.center must be a function, got 1'],
  ])('refuses the option %o', (options, message) => {
    expect(() => calculateGrpoAdvantages([[1, 0]], options as never)).toThrow(message);
  });

  it('takes an epsilon of 0, and then divides by nothing else', () => {
    const { advantages } = calculateGrpoAdvantages(
      [
        [1, 0],
        [5, 5],
      ],
      { epsilon: 0 },
    );
    expect(advantages.toArrays()).toEqual([
      [1, -1],
      [NaN, NaN],
    ]);
  });

  it('is computed by the kernels of its options', () => {
    const standardize = vi.fn(jsKernels.standardize);
    calculateGrpoAdvantages([[1, 0]], { kernels: withFallback({ standardize }) });
    expect(standardize).toHaveBeenCalledExactlyOnceWith(
      Float64Array.of(1, 0),
      Uint32Array.of(0, 2),
      {
        baseline: 'group',
        scale: 'group',
        scaleOf: 'values',
        ddof: 0,
        epsilon: 1e-6,
        epsilonPlace: 'outside',
        singleton: 'raw',
      },
      expect.any(Float64Array),
    );
  });

  it('prefers normAdvByStdInGrpo of the call to that of the config', () => {
    const algorithm = AlgorithmConfig.create({ normAdvByStdInGrpo: false });
    const centred = calculateGrpoAdvantages([[1, 0]], { algorithm }).advantages.toArrays();
    expect(centred).toEqual([[0.5, -0.5]]);
    const normalised = calculateGrpoAdvantages([[1, 0]], { algorithm, normAdvByStdInGrpo: true });
    expect(normalised.advantages.toArrays()).toEqual([[0.999998000004, -0.999998000004]]);
  });

  it('is a spec with a call: one row of data makes a new one', () => {
    const sample = defineEstimator({
      title: 'GRPO with the sample std',
      source: 'TRL',
      spec: ({ epsilon = 1e-4 }) => ({
        baseline: { kind: 'mean', scope: 'group' },
        scale: {
          kind: 'std',
          scope: 'group',
          of: 'values',
          ddof: 1,
          epsilon,
          epsilonPlace: 'outside',
        },
        singleton: 'zero',
      }),
    });
    expect(sample.about).toEqual({ title: 'GRPO with the sample std', source: 'TRL' });
    expect(sample([[1, 0], [7]]).advantages.toArrays()).toEqual([
      [0.5 / (Math.SQRT1_2 + 1e-4), -0.5 / (Math.SQRT1_2 + 1e-4)],
      [0],
    ]);
  });

  const grpo = calculateGrpoAdvantages.spec();
  it('refuses what is no spec, at once where it is no function that gives it', () => {
    const spec = { ...grpo, singleton: 'one' } as never;
    const refusal = expect.objectContaining({
      code: 'invalid-config',
      problems: [
        {
          path: 'spec.singleton',
          message: 'must be one of raw, zero, member, exclude, refuse, got "one"',
        },
      ],
    });
    const estimator = defineEstimator({ title: 't', source: 's', spec: () => spec });
    expect(() => estimator([[1, 0]])).toThrow(refusal);
    expect(() => estimator.spec()).toThrow(refusal);
    expect(() => defineEstimator({ title: 't', source: 's', spec })).toThrow(refusal);
  });

  it('takes a spec that is the same for all options', () => {
    const constant = defineEstimator({ title: 't', source: 's', spec: grpo });
    const rewards = [[1, 0, 0, 1], [0.7]];
    expect(constant(rewards, { epsilon: 1 }).advantages.toArrays()).toEqual(
      calculateGrpoAdvantages(rewards).advantages.toArrays(),
    );
    expect(constant.spec()).toEqual(grpo);
  });

  it.each(kernelsTable)('refuses rewards whose memory was transferred, with $name', (kernels) => {
    const values = Float64Array.of(1, 0);
    const rewards = GroupedRewards.fromFlat(values, [0, 2]);
    structuredClone(values, { transfer: [values.buffer] });
    expect(() => calculateGrpoAdvantages(rewards, { kernels })).toThrow(
      'rewards must be the 2 values that were grouped (was their buffer transferred?), got a Float64Array of 0',
    );
  });
});
