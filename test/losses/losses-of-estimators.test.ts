import { describe, expect, it } from 'vitest';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import { isKnownAdvEstimator, listAdvEstimators } from '../../ts/estimators/registry.ts';
import { lossOptionsOf } from '../../ts/losses/loss-settings.ts';
import { describeUnknownLoss, getLoss, isKnownLoss } from '../../ts/losses/registry.ts';

const ESTIMATOR =
  /^unknown loss "[^"]+": \S+ is an estimator \(adv_estimator: (\S+), in code estimator\), and its loss is "(\S+)" where none is named\./;

describe('the name of an estimator where a loss belongs', () => {
  it.each([
    ...listAdvEstimators().filter((name) => !isKnownLoss(name)),
    'RLOO',
    'reinforce++',
    'gae',
    'gdpo',
    'remax',
    'maxrl',
    'gigpo',
  ])('%s is told to be an estimator, with the loss that it has', (name) => {
    const [, estimator = '', loss] = ESTIMATOR.exec(describeUnknownLoss(name)) ?? [];
    expect(isKnownAdvEstimator(estimator)).toBe(true);
    expect(lossOptionsOf(AlgorithmConfig.create({ estimator })).loss).toBe(loss);
    expect(() => getLoss(name)).toThrow(describeUnknownLoss(name));
  });

  it('names the losses that frameworks call so', () => {
    expect(describeUnknownLoss('rloo')).toMatch(/ Frameworks have such a loss: "trl\/rloo"\.$/);
    expect(describeUnknownLoss('prpo')).toMatch(/ where none is named\.$/);
  });

  it('leaves other names alone', () => {
    expect(describeUnknownLoss('dapo')).toContain('Frameworks have it: "trl/dapo"');
    expect(describeUnknownLoss('other')).not.toContain('estimator');
    expect(describeUnknownLoss('cipso')).toContain('Did you mean "cispo"?');
  });
});
