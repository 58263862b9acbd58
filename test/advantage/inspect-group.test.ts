import { describe, expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups as collect } from '../../ts/advantage/collect.ts';
import { inspectGroup } from '../../ts/advantage/inspect-group.ts';
import { createStep, type Step } from '../../ts/types/step.ts';
import { advantagesOf, groupWith, listener, precomputedGroup } from '../support/make-groups.ts';

const usePrecomputedAdvantage = true;

describe('whether a group carries advantages', () => {
  it.each([
    [[null, null], false],
    [[null, 0], true],
    [[[], null], true],
    [[NaN], true],
    [[], false],
  ])('of %j is %j', (advantages, has) => {
    expect(inspectGroup(precomputedGroup('t:s', advantages, 1), 0).carries).toBe(has);
  });

  it('takes a step without the field for one that has none', () => {
    const group = groupWith('t:s', [1, 0]);
    for (const { steps } of group.trajectories) delete (steps[0] as Partial<Step>).advantage;
    expect(inspectGroup(group, 0).carries).toBe(false);
    const { warnings, onWarning } = listener();
    collect([group], { usePrecomputedAdvantage, estimator: 'rloo' }, { onWarning });
    expect(advantagesOf([group]).flat(2)).toEqual([1, -1]);
    expect(warnings).toEqual([]);
  });
});

it.each([
  ['can be written on', createStep(), false],
  ['is sealed', Object.seal(createStep()), false],
  ['is frozen', Object.freeze(createStep()), true],
  ['cannot get the field', Object.preventExtensions({}), true],
])('a group with a step that %s is locked: %j', (_, step, locked) => {
  const group = groupWith('t:s', [1, 0]);
  group.trajectories[1]?.steps.push(step as Step);
  expect(inspectGroup(group, 0)).toEqual({ carries: false, locked });
});
