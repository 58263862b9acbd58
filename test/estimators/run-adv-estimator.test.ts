import { describe, expect, it } from 'vitest';
import { UpperhandError } from '../../ts/errors/upperhand-error.ts';
import type { AdvEstimator } from '../../ts/estimators/adv-estimator.ts';
import { defineEstimator } from '../../ts/estimators/define-estimator.ts';
import {
  getAdvEstimator,
  isSpecEstimator,
  listAdvEstimators,
} from '../../ts/estimators/registry.ts';
import { runAdvEstimator } from '../../ts/estimators/run-adv-estimator.ts';
import { GroupedRewards } from '../../ts/kernels/grouped-rewards.ts';
import { kernelsTable } from '../support/kernels-table.ts';
import { register } from '../support/register.ts';

const rewards = [[1, 0], [], [0.5]];
const failing: AdvEstimator = () => {
  throw new RangeError('no memory');
};

describe('runAdvEstimator', () => {
  it('gives what a built-in estimator gives, by name and by function', () => {
    const grouped = GroupedRewards.from(rewards);
    for (const name of listAdvEstimators()) {
      const estimator = getAdvEstimator(name);
      if (!isSpecEstimator(estimator)) throw new Error(name);
      const expected = estimator(rewards).advantages.toArrays();
      for (const input of [rewards, grouped]) {
        for (const which of [name, estimator]) {
          const { advantages, returns } = runAdvEstimator(which, input);
          expect(advantages.toArrays()).toEqual(expected);
          expect(returns).toBe(advantages);
        }
      }
    }
    expect(runAdvEstimator('reinforce', grouped).advantages).toBe(grouped);
  });

  it.each(kernelsTable)('hands its options on, kernels $name among them', (kernels) => {
    const options = { epsilon: 0, normAdvByStdInGrpo: true, kernels };
    expect(runAdvEstimator('grpo', [[1, 0]], options).advantages.toArrays()).toEqual([[1, -1]]);
    let got: unknown;
    const mine: AdvEstimator = ({ values }, given) => {
      got = given;
      return { advantages: values };
    };
    runAdvEstimator(mine, [[1]], options);
    expect(got).toBe(options);
  });

  it.each([
    ['flat', [7, 8, 9]],
    ['by group', [[7, 8], [], [9]]],
    ['of other grouped rewards', GroupedRewards.from([[7, 8], [], [9]])],
  ])('groups advantages and returns that are %s', (_, values) => {
    const grouped = GroupedRewards.from(rewards);
    const both = runAdvEstimator(() => ({ advantages: [1, 2, 3], returns: values }), grouped);
    expect(both.returns.toArrays()).toEqual([[7, 8], [], [9]]);
    expect(both.advantages.toArrays()).toEqual([[1, 2], [], [3]]);
    const one = runAdvEstimator(() => ({ advantages: values }), grouped);
    expect(one.advantages.toArrays()).toEqual([[7, 8], [], [9]]);
    expect(one.advantages.offsets).toBe(grouped.offsets);
    expect(one.returns).toBe(one.advantages);
  });

  it('gives a function of your own a copy, and keeps nothing of what it returned', () => {
    const grouped = GroupedRewards.from(rewards);
    const buffer = new Float64Array(3);
    const scribbler: AdvEstimator = ({ values }) => {
      values.fill(9);
      return { advantages: buffer };
    };
    const { advantages } = runAdvEstimator(scribbler, grouped);
    buffer.fill(7);
    expect(grouped.toArrays()).toEqual(rewards);
    expect(advantages.toArrays()).toEqual([[0, 0], [], [0]]);
  });

  it('names an estimator that throws, and keeps what it threw', () => {
    register('mine', failing);
    expect(() => runAdvEstimator('mine', rewards)).toThrow(
      expect.objectContaining({
        code: 'estimator-failed',
        message: 'estimator "mine" threw RangeError: no memory',
        cause: new RangeError('no memory'),
      }),
    );
    expect(() => runAdvEstimator(failing, rewards)).toThrow('estimator "failing" threw RangeError');
    expect(() =>
      runAdvEstimator(() => {
        throw 'text';
      }, rewards),
    ).toThrow('estimator "(anonymous)" threw "text"');
    const spec = () => failing(GroupedRewards.from([])) as never;
    const title = 'Mine';
    expect(() => runAdvEstimator(defineEstimator({ title, source: '', spec }), rewards)).toThrow(
      'estimator "Mine" threw RangeError: no memory',
    );
  });

  it('names one of ours that refuses its options, and keeps the code', () => {
    const nested = { lengths: [[1, 2], [3]] as never };
    const flat = 'a flat array of 3, one for each trajectory in the order of the rewards';
    expect(() => runAdvEstimator('verl/opo', rewards)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringMatching(
          /^estimator "verl\/opo": this estimator needs the option lengths, for .*; it was not given$/,
        ),
      }),
    );
    expect(() => runAdvEstimator('verl/opo', rewards, nested)).toThrow(
      `estimator "verl/opo": lengths must be ${flat}, got an array of 2`,
    );
    expect(() => runAdvEstimator('verl/gae', rewards, nested)).toThrow(
      `estimator "verl/gae": options.lengths must be ${flat}, got an array of 2`,
    );
  });

  it('lets an UpperhandError pass, and what kernels throw in a built-in estimator', () => {
    const own = new UpperhandError('missing-reward', 'own');
    const refusing: AdvEstimator = () => {
      throw own;
    };
    expect(() => runAdvEstimator(refusing, rewards)).toThrow(own);
    const kernels = {
      ...(kernelsTable[0] as (typeof kernelsTable)[number]),
      standardize: () => {
        throw new RangeError('no memory');
      },
    };
    expect(() => runAdvEstimator('grpo', rewards, { kernels })).toThrow(
      new RangeError('no memory'),
    );
  });

  it.each([
    [{ advantages: [1, 2] }, 'must return 3 advantages, one a trajectory, got 2'],
    [{ advantages: [1, 2, 3], returns: [1] }, 'must return 3 returns, one a trajectory, got 1'],
    [
      { advantages: [1, 2, 3], returns: [[1], [], [2]] },
      'must return 2 returns for group 0, got 1',
    ],
    [{ advantages: [1, 2, 3], returns: 'x' }, 'must return an object { returns } of numbers'],
    [undefined, 'must return an object { advantages } of numbers, got undefined'],
  ])('refuses the result %j', (result, message) => {
    register('mine', () => result as never);
    expect(() => runAdvEstimator('mine', rewards)).toThrow(
      expect.objectContaining({
        code: 'invalid-estimator-result',
        message: expect.stringContaining(`estimator "mine" ${message}`),
      }),
    );
  });

  it('refuses unknown names, what is no estimator, and what are no rewards', () => {
    expect(() => runAdvEstimator('grop', rewards)).toThrow('Did you mean "grpo"?');
    const misspelt = { episilon: 1 } as never;
    for (const which of ['grpo', failing])
      expect(() => runAdvEstimator(which, rewards, misspelt)).toThrow('did you mean epsilon?');
    expect(() => runAdvEstimator(7 as never, rewards)).toThrow(
      'estimator must be a name or a function, got 7',
    );
    expect(() => runAdvEstimator('grpo', [[null]] as never)).toThrow(
      'rewards[0][0] must be a number or a boolean, got null',
    );
  });
});
