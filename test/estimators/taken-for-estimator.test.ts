import { describe, expect, it } from 'vitest';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import { presetNames } from '../../ts/estimators/presets/preset-registry.ts';
import {
  describeUnknownEstimator,
  getAdvEstimator,
  isKnownAdvEstimator,
} from '../../ts/estimators/registry.ts';
import { isKnownLoss, listLosses } from '../../ts/losses/registry.ts';

const LOSS =
  /^unknown advantage estimator "[^"]+": (\S+) is a loss \(loss_fn: (\S+), in code lossFn\)(?:, which usually goes with the estimator "(\S+)")?$/;

describe('the name of a loss where an estimator belongs', () => {
  it.each([
    ['gspo', 'gspo', 'grpo'],
    ['GSPO', 'gspo', 'grpo'],
    ['gspo-token', 'gspo_token', 'grpo'],
    ['cispo', 'cispo', 'grpo'],
    ['gmpo', 'gmpo', 'grpo'],
    ['geo_mean', 'verl/geo_mean', 'grpo'],
    ['sapo', 'sapo', 'grpo'],
    ['luspo', 'luspo', 'grpo'],
    ['dapo', 'trl/dapo', 'grpo'],
    ['bnpo', 'trl/bnpo', 'grpo'],
    ['ppo', 'ppo', 'verl/gae'],
    ['tunix/ppo', 'ppo', 'tunix/gae'],
    ['trl/dapo', 'trl/dapo', 'trl/grpo'],
    ['verl/dapo', 'trl/dapo', 'verl/grpo'],
    ['nobody/gspo', 'gspo', 'grpo'],
    ['importance_sampling', 'importance_sampling', undefined],
  ])('%s is told to be a loss, %s, that goes with %s', (name, loss, estimator) => {
    expect(LOSS.exec(describeUnknownEstimator(name))?.slice(2)).toEqual([loss, estimator]);
  });

  /** Losses that read no advantages: nobody takes them for what computes some. */
  const without = ['cross_entropy', 'kl', 'sdar', 'ref_kl', 'chord', 'sdpo'];

  it.each(listLosses().filter((name) => !without.includes(name)))(
    '%s is an estimator too, here or of a framework, or told to be a loss',
    (name) => {
      if (isKnownAdvEstimator(name)) return;
      const text = describeUnknownEstimator(name);
      const [, , loss, estimator = 'grpo'] = LOSS.exec(text) ?? [];
      if (name === 'a2po') expect(text).toContain('Frameworks have it: "trl/a2po"');
      else expect([loss, isKnownAdvEstimator(estimator)]).toEqual([name, true]);
    },
  );

  it('names losses that there are', () => {
    for (const name of ['dapo', 'bnpo', 'geo_mean', 'gspo', 'tpo'])
      expect(isKnownLoss(LOSS.exec(describeUnknownEstimator(name))?.[2])).toBe(true);
  });

  it.each(['dr_grpo', 'Dr.GRPO', 'drgrpo', 'dr-grpo'])('%s is what frameworks have', (name) => {
    expect(describeUnknownEstimator(name)).toContain(
      'Frameworks have it: "openrlhf/dr_grpo", "areal/dr_grpo", "oat/drgrpo", "tunix/drgrpo".',
    );
  });

  it('is in the error of the registry and of a config', () => {
    const text = describeUnknownEstimator('gspo');
    expect(() => getAdvEstimator('gspo')).toThrow(text);
    expect(() => AlgorithmConfig.create({ estimator: 'gspo' })).toThrow(text);
    expect(() => AlgorithmConfig.create({ estimatorMap: { judge: 'gspo' } })).toThrow(text);
    const rllm = { algorithm: { adv_estimator: 'gspo' } };
    expect(() => AlgorithmConfig.fromConfig({ rllm })).toThrow(
      `rllm.algorithm.adv_estimator: ${text}`,
    );
  });

  it('leaves the names of estimators and their misspellings alone', () => {
    for (const name of [...presetNames(), 'grpo', 'rloo', 'reinforce'])
      expect(isKnownAdvEstimator(name)).toBe(true);
    expect(describeUnknownEstimator('grop')).toContain('Did you mean "grpo"?');
    expect(describeUnknownEstimator('verl/gpro')).toContain('did you mean "verl/grpo"?');
  });
});
