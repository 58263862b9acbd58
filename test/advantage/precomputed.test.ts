import { describe, expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups as collect } from '../../ts/advantage/collect.ts';
import { readPrecomputed } from '../../ts/advantage/precomputed.ts';
import {
  advantagesOf,
  deepFreeze,
  groupWith,
  listener,
  precomputedGroup,
} from '../support/make-groups.ts';

const usePrecomputedAdvantage = true;

describe('readPrecomputed', () => {
  it('takes a number for each token, keeps a list of the right length, and changes nothing', () => {
    const group = deepFreeze(precomputedGroup('t:s', [0.5, [1, 2], 0, NaN], 2));
    const { flat, rewrites } = readPrecomputed(group, 's', () => {});
    expect(flat).toEqual([0.5, 0.5, 1, 2, 0, 0, NaN, NaN]);
    expect(rewrites.map(({ advantage }) => advantage)).toEqual([
      [0.5, 0.5],
      [0, 0],
      [NaN, NaN],
    ]);
    expect(rewrites[0]?.step).toBe(group.trajectories[0]?.steps[0]);
  });

  it('names a group without an id by its role', () => {
    const group = precomputedGroup('', [0.5, null], 1);
    expect(() => readPrecomputed(group, 'all_groups', () => {})).toThrow(
      'all_groups trajectory 1 step 0: precomputed advantage must be a number or an array',
    );
  });
});

describe('a precomputed group', () => {
  it('keeps its advantages, as one number a token', () => {
    const groups = [precomputedGroup('t:s', [0.5, [1, 2]], 2)];
    const list = groups[0]?.trajectories[1]?.steps[0]?.advantage;
    collect(groups, { usePrecomputedAdvantage });
    expect(advantagesOf(groups)).toEqual([[[[0.5, 0.5]], [[1, 2]]]]);
    expect(groups[0]?.trajectories[1]?.steps[0]?.advantage).toBe(list);
  });

  it('has no rewards in any metric, and its tokens stand beside the trajectories of others', () => {
    const groups = [groupWith('t:s', [1, 0]), precomputedGroup('u:s', [0.5, 0.25], 2)];
    const metrics = collect(groups, { usePrecomputedAdvantage, estimator: 'rloo' });
    expect(metrics['reward/s/mean']).toBe(0.5);
    expect(metrics['advantage/s/mean']).toBe((0.5 + 0.5 + 0.25 + 0.25 + 1 - 1) / 6);
    expect(metrics['batch/s/total']).toBe(1);
  });

  it('comes first among the advantage metrics, since roles with one do', () => {
    const groups = [groupWith('t:a', [1, 0]), precomputedGroup('t:b', [0.5], 1)];
    const keys = Object.keys(collect(groups, { usePrecomputedAdvantage }));
    const roles = keys.filter((key) => key.endsWith('/max'));
    expect(roles).toEqual(['reward/a/max', 'advantage/b/max', 'advantage/a/max']);
  });

  it('alone in its role gives advantage metrics only', () => {
    const groups = [precomputedGroup('t:s', [0.5, -0.5], 1)];
    expect(collect(groups, { usePrecomputedAdvantage })).toEqual({
      'advantage/s/mean': 0,
      'advantage/s/std': 0.5,
      'advantage/s/max': 0.5,
      'advantage/s/min': -0.5,
      'advantage/s/fraction_zero': 0,
    });
  });

  it('may hold steps whose response is empty, as long as one has tokens', () => {
    const group = groupWith('t:s', [1], () => [
      { advantage: 0.5 },
      { advantage: 0.25, responseIds: [7] },
    ]);
    expect(collect([group], { usePrecomputedAdvantage })['advantage/s/mean']).toBe(0.25);
    expect(advantagesOf([group])).toEqual([[[[], [0.25]]]]);
  });

  it('needs no reward', () => {
    const group = groupWith('t:s', [null], () => [{ advantage: 0.5, responseIds: [7] }]);
    expect(collect([group], { usePrecomputedAdvantage })['advantage/s/mean']).toBe(0.5);
  });

  it('is computed like any other while all its advantages are null', () => {
    const groups = [groupWith('t:s', [1, 0])];
    collect(groups, { usePrecomputedAdvantage, estimator: 'rloo' });
    expect(advantagesOf(groups).flat(2)).toEqual([1, -1]);
  });

  it('is overwritten, with a warning, while the switch is off', () => {
    const groups = [precomputedGroup('t:s', [0.5, [1, 2]], 2), groupWith('u:s', [1, 0])];
    const { warnings, onWarning } = listener();
    collect(groups, { estimator: 'rloo' }, { onWarning });
    expect(advantagesOf(groups).flat(2)).toEqual([0, 0, 1, -1]);
    expect(warnings).toEqual([
      {
        kind: 'advantages-overwritten',
        message:
          '1 group carries advantages on the steps; they are overwritten, since usePrecomputedAdvantage is off: t:s (rloo)',
        places: ['t:s (rloo)'],
      },
    ]);
  });

  it('gets zeros where a list has another length than the response, with a warning', () => {
    const groups = [
      precomputedGroup(
        't:s',
        [
          [0.1, 0.2],
          [1, 2, 3],
          [1, 2, 3, 4],
        ],
        3,
      ),
    ];
    const { warnings, onWarning } = listener();
    const metrics = collect(groups, { usePrecomputedAdvantage }, { onWarning });
    expect(advantagesOf(groups)).toEqual([[[[0, 0, 0]], [[1, 2, 3]], [[0, 0, 0]]]]);
    expect(metrics['advantage/s/fraction_zero']).toBe(6 / 9);
    const places = [
      't:s trajectory 0 step 0 (2 for 3 tokens)',
      't:s trajectory 2 step 0 (4 for 3 tokens)',
    ];
    expect(warnings).toEqual([
      {
        kind: 'advantage-length-mismatch',
        message: `2 steps have a precomputed advantage of another length than the response, and zeros in its place: ${places.join(', ')}`,
        places,
      },
    ]);
  });
});
