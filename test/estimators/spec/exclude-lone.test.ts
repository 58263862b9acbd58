import { describe, expect, it } from 'vitest';
import type { AdvantageSpec } from '../../../ts/estimators/spec/advantage-spec.ts';
import { describeSingleton } from '../../../ts/estimators/spec/describe-singleton.ts';
import { runSpec } from '../../../ts/estimators/spec/run-spec.ts';
import { GroupedRewards } from '../../../ts/kernels/grouped-rewards.ts';
import { jsKernels } from '../../../ts/kernels/js/js-kernels.ts';

const run = (spec: AdvantageSpec, groups: number[][]): number[] => [
  ...runSpec(spec, GroupedRewards.from(groups), jsKernels).values,
];

describe("a singleton that is 'exclude'", () => {
  const spec = {
    baseline: { kind: 'leave-one-out' },
    scale: { kind: 'none' },
    singleton: 'exclude',
    missing: 'exclude',
    post: [{ kind: 'whiten', recentre: true, ddof: 1, epsilon: 0, epsilonPlace: 'outside' }],
  } as const satisfies AdvantageSpec;

  it('is in no statistic of the pool', () => {
    const [lone, ...others] = run(spec, [[7], [0, 1, 2]]);
    expect(lone).toBe(0);
    expect(others).toEqual(run(spec, [[0, 1, 2]]));
    expect(others).toEqual([-1, 0, 1]);
  });

  it('counts only members that have a reward', () => {
    expect(
      run(spec, [
        [7, Number.NaN],
        [0, 1, 2],
      ]),
    ).toEqual([0, 0, -1, 0, 1]);
  });

  it('leaves nothing of groups of one alone', () => {
    expect(run(spec, [[7], [3]])).toEqual([0, 0]);
  });

  it('is told', () => {
    expect(describeSingleton(spec)).toBe('0, and is in no statistic of the pool');
  });
});

describe("a baseline that is 'log-mean-exp'", () => {
  const spec = {
    baseline: { kind: 'log-mean-exp', temperature: 0.5 },
    scale: { kind: 'none' },
    singleton: 'member',
  } as const satisfies AdvantageSpec;

  it('lies between the mean and the best', () => {
    const [low, high] = run(spec, [[0, 1]]) as [number, number];
    expect(-low).toBeCloseTo(0.5 * Math.log((1 + Math.exp(2)) / 2), 12);
    expect(low + 1).toBeCloseTo(high, 12);
  });

  it('is infinite beside an infinite reward, and overflows beside no other', () => {
    expect(run(spec, [[0, Infinity]])).toEqual([-Infinity, Number.NaN]);
    expect(run(spec, [[1e300, 1e300]])).toEqual([0, 0]);
  });
});
