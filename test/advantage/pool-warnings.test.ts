import { describe, expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups as collect } from '../../ts/advantage/collect.ts';
import type { AlgorithmConfigInit } from '../../ts/config/algorithm-config.ts';
import type { Warning } from '../../ts/errors/warning.ts';
import { registerAdvEstimator } from '../../ts/estimators/registry.ts';
import type { TrajectoryGroup } from '../../ts/types/trajectory-group.ts';
import { groupWith, listener, precomputedGroup } from '../support/make-groups.ts';

function warningsOf(
  groups: readonly TrajectoryGroup[],
  config: AlgorithmConfigInit = {},
): Warning[] {
  const { warnings, onWarning } = listener();
  collect(groups, config, { onWarning });
  return warnings;
}

it('nothing is said of a batch that has nothing odd', () => {
  expect(warningsOf([groupWith('t:s', [1, 0])], { estimatorMap: { s: 'rloo' } })).toEqual([]);
});

describe('rewards that are not finite', () => {
  const kind = 'non-finite-rewards';

  it('are named with their group, place and value', () => {
    const groups = [
      groupWith('t:s', [1, NaN]),
      groupWith('e:s', []),
      groupWith('u:s', [Infinity, 0, -Infinity]),
      groupWith('', [0, NaN]),
    ];
    const places = [
      't:s[1] = NaN',
      'u:s[0] = Infinity',
      'u:s[2] = -Infinity',
      'all_groups[1] = NaN',
    ];
    expect(warningsOf(groups)).toEqual([
      {
        kind,
        message: `4 rewards are not finite, nor are the advantages computed with them: ${places.join(', ')}`,
        places,
      },
    ]);
  });

  it('are told without collecting advantages, too', () => {
    const { warnings, onWarning } = listener();
    collect([groupWith('t:s', [NaN])], {}, { collectAdvantage: false, onWarning });
    expect(warnings.map((warning) => warning.kind)).toEqual([kind]);
  });

  it('are counted beyond the eighth', () => {
    const [warning] = warningsOf([groupWith('t:s', new Array(10).fill(NaN))]);
    expect(warning?.places).toHaveLength(10);
    expect(warning?.message).toMatch(/^10 rewards .*t:s\[7\] = NaN and 2 more$/);
  });
});

describe('a map entry for a role that no group has', () => {
  it('is named beside the roles that there are', () => {
    const groups = [groupWith('t:solver', [1, 0]), groupWith('t:judge', [1, 0])];
    expect(
      warningsOf(groups, { estimatorMap: { solvr: 'rloo', judge: 'rloo', x: 'grpo' } }),
    ).toEqual([
      {
        kind: 'unused-estimator-map-role',
        message: 'estimator map names roles that no group has: solvr, x; roles seen: solver, judge',
        places: ['solvr', 'x'],
      },
    ]);
  });

  it('is none when only a precomputed group has the role', () => {
    const config = { usePrecomputedAdvantage: true, estimatorMap: { s: 'rloo' } };
    expect(warningsOf([precomputedGroup('t:s', [0.5], 1)], config)).toEqual([]);
  });

  it('stays short, and fast, with many roles', () => {
    const groups = Array.from({ length: 20_000 }, (_, i) => groupWith(`t:r${i}`, [1]));
    const estimatorMap = Object.fromEntries(groups.map((_, i) => [`x${i}`, 'rloo']));
    // Comparing each with each would take a minute, and outlast the test's time.
    const warnings = warningsOf(groups, { estimatorMap });
    expect(warnings.map(({ kind }) => kind)).toEqual([
      'unused-estimator-map-role',
      'groups-of-one',
    ]);
    for (const { message } of warnings) expect(message.length).toBeLessThan(1000);
    expect(warnings[0]?.message).toContain('x7 and 19992 more; roles seen: r0, r1');
  });

  it('writes a role with a line break in one line', () => {
    const [warning] = warningsOf([groupWith('t:a\nb', [1])], {});
    expect(warning?.message).toContain('1 of role "a\\nb", where grpo');
  });

  it('is not judged on an empty batch', () => {
    expect(warningsOf([], { estimatorMap: { solvr: 'rloo' } })).toEqual([]);
  });
});

describe('groups of one', () => {
  const groups = () => [groupWith('t:s', [1]), groupWith('u:s', [1, 0]), groupWith('v:s', [0.5])];

  it.each([
    ['grpo', 'where grpo gives a lone trajectory the reward itself, divided by 1 + epsilon'],
    ['rloo', 'where rloo gives a lone trajectory the reward itself'],
    ['reinforce', 'where reinforce gives a lone trajectory its reward'],
    [
      'reinforce_plus_plus_baseline',
      'where reinforce_plus_plus_baseline gives a lone trajectory 0',
    ],
    ['prpo', 'where prpo gives a lone trajectory its place in the pool'],
  ])('tell what %s gives them', (estimator, fate) => {
    expect(warningsOf(groups(), { estimator })).toEqual([
      {
        kind: 'groups-of-one',
        message: `groups of one trajectory: 2 of role "s", ${fate}`,
        places: ['t:s', 'v:s'],
      },
    ]);
  });

  it('follow the config', () => {
    expect(warningsOf(groups(), { normAdvByStdInGrpo: false })[0]?.message).toMatch(
      /the reward itself$/,
    );
  });

  it('of a plain function are left to it', () => {
    const undo = registerAdvEstimator('mine', (rewards) => ({ advantages: rewards }));
    expect(warningsOf(groups(), { estimator: 'mine' })[0]?.message).toMatch(
      /where mine decides what a lone trajectory gets$/,
    );
    undo();
  });

  it('are one warning for all roles', () => {
    const both = [...groups(), groupWith('t:j', [0.5])];
    expect(warningsOf(both, { estimatorMap: { j: 'rloo' } })).toEqual([
      {
        kind: 'groups-of-one',
        message:
          'groups of one trajectory: 2 of role "s", where grpo gives a lone trajectory the reward itself, divided by 1 + epsilon; 1 of role "j", where rloo gives a lone trajectory the reward itself',
        places: ['t:s', 'v:s', 't:j'],
      },
    ]);
  });

  it('that are all there is are told as such, once', () => {
    const all = [groupWith('t:s', [1]), groupWith('u:s', [0]), groupWith('v:s', [1])];
    expect(warningsOf(all)).toEqual([
      {
        kind: 'groups-of-one',
        message:
          'each of the 3 groups has one trajectory, so nothing is compared (are ids grouped as you meant?): 3 of role "s", where grpo gives a lone trajectory the reward itself, divided by 1 + epsilon',
        places: ['t:s', 'u:s', 'v:s'],
      },
    ]);
  });

  it('are not all there is when sizes only add up to the number of groups', () => {
    const [warning] = warningsOf([
      groupWith('t:s', [1, 0]),
      groupWith('u:s', []),
      groupWith('v:s', [1]),
    ]);
    expect(warning?.message).toMatch(/^groups of one trajectory: 1 of role "s"/);
  });

  it('are counted, not listed, in the message', () => {
    const many = Array.from({ length: 500 }, (_, g) => groupWith(`${g}:s`, [g]));
    const [warning] = warningsOf(many);
    expect(warning?.message.length).toBeLessThan(300);
    expect(warning?.places).toHaveLength(500);
  });
});
