// Public cases, section 4: zero variance, what rounding leaves, and which std divides.
import { expect, it } from 'vitest';
import { defineEstimator } from '../../ts/estimators/define-estimator.ts';
import { calculateGrpoAdvantages } from '../../ts/estimators/grpo.ts';
import { describeSpec } from '../../ts/estimators/spec/describe-spec.ts';
import { describeCases, times } from './kernel-cases.ts';

const round = (numbers: readonly number[] | undefined, digits: number): number[] =>
  (numbers ?? []).map((a) => Number(a.toFixed(digits)));

describeCases('zero variance and std', ({ estimate, collect }) => {
  it.each([
    [times(3, 0.1), times(3, -1.3877787807621864e-11)],
    [times(6, 0.2), times(6, 2.7755575614858543e-11)],
    [times(8, 0.35), times(8, 0)],
  ])('case 37: identical rewards leave what rounding leaves: %j', (rewards, advantages) => {
    expect(estimate('grpo', [rewards])).toEqual([advantages]);
  });

  it('case 37: which epsilon keeps below the bounds of fraction_zero and informative', () => {
    const a = estimate('grpo', [times(3, 0.7)])[0]?.[0] as number;
    expect(Math.abs(a)).toBeCloseTo(1.11e-10, 12);
    const near = estimate('grpo', [[0.1 + 0.2, 0.3]])[0] as [number, number];
    expect(near[0]).toBe(0);
    expect(near[1]).toBeCloseTo(-5.55e-11, 13);
    const { metrics } = collect([times(3, 0.1), times(6, 0.2), times(3, 0.7), [0.1 + 0.2, 0.3]]);
    expect(metrics).toMatchObject({ 'advantage/s/fraction_zero': 1, 'batch/s/informative': 0 });
  });

  it('case 38: a variance in two passes over doubles', () => {
    const nearlyAll = [0, ...times(7, 0.95)];
    expect(estimate('grpo', [nearlyAll])[0]?.[0]).toBe(-2.645742890038762);
    expect(round(estimate('grpo', [nearlyAll])[0], 8).slice(1)).toEqual(times(7, 0.37796327));
    expect(round(estimate('rloo', [nearlyAll])[0], 6)).toEqual([-0.95, ...times(7, 0.135714)]);
    expect(round(estimate('rloo', [[1, ...times(7, 0.35)]])[0], 6)).toEqual([
      0.65,
      ...times(7, -0.092857),
    ]);
  });

  it('case 40: no signal is judged by the std of the group’s own sums', () => {
    expect(
      collect([
        [1, 1],
        [1, 0],
      ]).metrics,
    ).toMatchObject({
      'batch/s/total': 2,
      'batch/s/informative': 1,
      'batch/s/fractions/effective': 0.5,
      'batch/s/fractions/too_easy': 0.5,
    });
  });

  it('case 41: the std is the population’s; a spec can say otherwise', () => {
    expect(estimate('grpo', [[1, 0]])).toEqual([[0.999998000004, -0.999998000004]]);
    const sample = defineEstimator({
      title: 'GRPO with the sample std',
      source: 'case 41',
      spec: () => ({
        ...calculateGrpoAdvantages.spec(),
        scale: {
          kind: 'std',
          scope: 'group',
          of: 'values',
          ddof: 1,
          epsilon: 1e-6,
          epsilonPlace: 'outside',
        },
      }),
    });
    expect(round(sample([[1, 0]]).advantages.toArrays()[0], 8)).toEqual([0.70710578, -0.70710578]);
    expect(round(sample([[1, 0, 0, 0]]).advantages.toArrays()[0], 3)).toEqual([
      1.5,
      ...times(3, -0.5),
    ]);
    expect(round(estimate('grpo', [[1, 0, 0, 0]])[0], 3)).toEqual([1.732, ...times(3, -0.577)]);
  });

  it('case 43: the better of two negative rewards is positive', () => {
    expect(estimate('grpo', [[-1, -3]])).toEqual([[0.9999990000010001, -0.9999990000010001]]);
  });

  it('case 44: with and without the std, and the formula tells which', () => {
    expect(estimate('grpo', [[1, 0, 0, 0]])).toEqual([
      [1.732046807578115, ...times(3, -0.5773489358593717)],
    ]);
    const centred = { normAdvByStdInGrpo: false };
    expect(estimate('grpo', [[1, 0, 0, 0]], centred)).toEqual([[0.75, ...times(3, -0.25)]]);
    expect(describeSpec(calculateGrpoAdvantages.spec())).toContain('std(group)');
    expect(describeSpec(calculateGrpoAdvantages.spec(centred))).not.toContain('std');
  });

  it('case 46: rewards that are equal but for their last bit are not informative, nor is a lone one', () => {
    const { metrics } = collect([[0.30000000000000004, 0.3]]);
    // Half the gap is 2.8e-17; the mean itself is rounded to the larger one.
    expect(metrics['batch/s/group_reward_std/p50']).toBe(3.925231146709438e-17);
    expect(metrics).toMatchObject({ 'batch/s/informative': 0, 'batch/s/fractions/too_easy': 0 });
    const masked = collect([[1]]).metrics;
    expect(Object.keys(masked).filter((key) => key.startsWith('batch/'))).toEqual([]);
  });

  it('case 47: each trajectory weighs the same, whatever its length', () => {
    const a = 1.581133830100001;
    expect(
      estimate('reinforce_plus_plus_baseline', [
        [1, 0],
        [5, 5, 5],
      ]),
    ).toEqual([
      [a, -a],
      [0, 0, 0],
    ]);
  });

  it('case 49: nothing is padded: the memory behind a group does not count', () => {
    expect(estimate('grpo', [[1, 0]])).toEqual([[0.999998000004, -0.999998000004]]);
    // Longer rewards first, so that whatever a kernel keeps between calls is not zero.
    estimate('grpo', [times(64, 9)]);
    expect(estimate('grpo', [[1, 0]])).toEqual([[0.999998000004, -0.999998000004]]);
    expect(estimate('prpo', [[1, 0]])).toEqual([[0.999998000004, -0.999998000004]]);
  });

  it('case 50: means in NumPy’s order, not a loop’s', () => {
    const rewards = [
      [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
      [0.03, 0.94, 0.13, 0.32, 0.57, 0.41, 0.27, 0.65],
    ];
    const means = rewards.map((group) => collect([group]).metrics['reward/s/mean']);
    expect(means).toEqual([0.45, 0.415]);
    const loops = rewards.map((group) => group.reduce((total, r) => total + r, 0) / 8);
    expect(loops).toEqual([0.44999999999999996, 0.41500000000000004]);
  });
});
