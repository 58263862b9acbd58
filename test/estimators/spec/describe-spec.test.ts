import { describe, expect, it } from 'vitest';
import { builtInEstimators } from '../../../ts/estimators/built-ins.ts';
import type {
  AdvantageSpec,
  BaselineSpec,
  ScaleSpec,
} from '../../../ts/estimators/spec/advantage-spec.ts';
import { describeSingleton } from '../../../ts/estimators/spec/describe-singleton.ts';
import { describeSpec } from '../../../ts/estimators/spec/describe-spec.ts';
import { runSpec } from '../../../ts/estimators/spec/run-spec.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { jsKernels } from '../../../ts/kernels/js/js-kernels.ts';

const std: Extract<ScaleSpec, { kind: 'std' }> = {
  kind: 'std',
  scope: 'group',
  of: 'values',
  ddof: 0,
  epsilon: 1e-6,
  epsilonPlace: 'outside',
};
const ofGroup: BaselineSpec = { kind: 'mean', scope: 'group' };
const ofPool: BaselineSpec = { kind: 'mean', scope: 'pool' };
const none = { kind: 'none' } as const;

describe('describeSpec', () => {
  it.each([
    ['grpo', '(r − mean(group)) / (std(group) + 1e-6)'],
    ['reinforce', 'r'],
    ['reinforce_plus_plus_baseline', '(r − mean(group)) / (std(residuals of pool) + 1e-6)'],
    ['prpo', '(r − mean(pool)) / (std(pool) + 1e-6)'],
    ['rloo', 'n/(n−1) · (r − mean(group))'],
  ])('of %s', (name, formula) => {
    expect(describeSpec(builtInEstimators[name]?.spec() as AdvantageSpec)).toBe(formula);
  });

  it('follows the options', () => {
    const grpo = builtInEstimators.grpo?.spec;
    expect(describeSpec(grpo?.({ normAdvByStdInGrpo: false }) as AdvantageSpec)).toBe(
      'r − mean(group)',
    );
    expect(describeSpec(grpo?.({ epsilon: 0.25 }) as AdvantageSpec)).toContain('+ 2.5e-1)');
  });

  it.each([
    [{ baseline: none, scale: std }, 'r / (std(group) + 1e-6)'],
    [
      { baseline: ofGroup, scale: { ...std, ddof: 1 } },
      '(r − mean(group)) / (std(group, ddof=1) + 1e-6)',
    ],
    [
      { baseline: ofPool, scale: { ...std, epsilonPlace: 'inside' } },
      '(r − mean(pool)) / sqrt(var(group) + 1e-6)',
    ],
  ] as [Omit<AdvantageSpec, 'singleton'>, string][])('spells %j', (spec, formula) => {
    expect(describeSpec({ ...spec, singleton: 'raw' })).toBe(formula);
  });
});

describe('describeSingleton', () => {
  it('tells what is remembered from what is given', () => {
    const of = (baseline: BaselineSpec) =>
      describeSingleton({ baseline, scale: none, singleton: 'raw' });
    expect(of({ kind: 'tracker', tracker: { kind: 'ema', decay: 0.5 } })).toBe(
      'its reward less what its key is remembered by',
    );
    expect(of({ kind: 'greedy' })).toBe('its reward less the baseline given for it');
  });

  it.each([
    ['grpo', 'the reward itself, divided by 1 + epsilon'],
    ['reinforce', 'its reward'],
    ['reinforce_plus_plus_baseline', '0'],
    ['prpo', 'its place in the pool'],
    ['rloo', 'the reward itself'],
  ])('of %s', (name, fate) => {
    expect(describeSingleton(builtInEstimators[name]?.spec() as AdvantageSpec)).toBe(fate);
  });

  // A lone 0.7 beside [0, 2]: the pool's mean is 0.9.
  const lone = (spec: AdvantageSpec): number =>
    runSpec(spec, GroupedRewards.from([[0.7], [0, 2]]), jsKernels).values[0] as number;
  const poolStd = Math.sqrt((0.2 ** 2 + 0.9 ** 2 + 1.1 ** 2) / 3);

  it.each([
    ['raw', ofGroup, none, 'the reward itself', 0.7],
    [
      'raw',
      ofGroup,
      { ...std, scope: 'pool' },
      'the reward itself, scaled by the pool',
      0.7 / (poolStd + 1e-6),
    ],
    ['raw', none, std, 'the reward itself, divided by 1 + epsilon', 0.7 / (1 + 1e-6)],
    [
      'raw',
      ofPool,
      std,
      'the reward less the mean of the pool, divided by 1 + epsilon',
      -0.2 / (1 + 1e-6),
    ],
    ['zero', ofGroup, std, '0', 0],
    ['zero', ofPool, std, '0', 0],
    ['zero', { kind: 'leave-one-out' }, none, '0', 0],
    ['zero', none, none, 'its reward', 0.7],
    ['zero', ofPool, none, 'its place in the pool', -0.2],
    [
      'zero',
      none,
      { ...std, scope: 'pool' },
      'its reward, scaled by the pool',
      0.7 / (poolStd + 1e-6),
    ],
    ['member', ofGroup, none, '0', 0],
    ['member', ofGroup, std, '0', 0],
    ['member', ofGroup, { ...std, ddof: 1 }, 'NaN', NaN],
    ['member', none, std, 'the reward itself, divided by epsilon', 0.7 / 1e-6],
    ['member', none, { ...std, ddof: 1 }, 'NaN', NaN],
    [
      'member',
      ofPool,
      std,
      'the reward less the mean of the pool, divided by epsilon',
      -0.2 / 1e-6,
    ],
    ['member', { kind: 'leave-one-out' }, none, 'NaN', NaN],
  ] as [AdvantageSpec['singleton'], BaselineSpec, ScaleSpec, string, number][])(
    'tells what %s does: %j %j',
    (singleton, baseline, scale, fate, value) => {
      const spec: AdvantageSpec = { baseline, scale, singleton };
      expect(describeSingleton(spec)).toBe(fate);
      if (Number.isNaN(value)) expect(lone(spec)).toBeNaN();
      else expect(lone(spec) / (value || 1)).toBeCloseTo(value === 0 ? 0 : 1, 6);
    },
  );
});
