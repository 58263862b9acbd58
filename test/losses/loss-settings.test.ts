import { describe, expect, it } from 'vitest';
import { AlgorithmConfig } from '../../ts/config/algorithm-config.ts';
import { lossOptionsOf, TINKER_LOSSES } from '../../ts/losses/loss-settings.ts';
import { isKnownLoss } from '../../ts/losses/registry.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';

const plain = { epsClip: 0.2, epsClipHigh: null, klBeta: 0 };

describe('lossOptionsOf', () => {
  it.each([
    ['grpo', 'ppo'],
    ['reinforce', 'importance_sampling'],
    ['reinforce_plus_plus_baseline', 'importance_sampling'],
    ['prpo', 'importance_sampling'],
    ['rloo', 'importance_sampling'],
  ])('gives %s the loss %s', (estimator, loss) => {
    const config = AlgorithmConfig.create({ estimator });
    expect(lossOptionsOf(config)).toEqual({ loss, options: plain });
    expect(lossOptionsOf(config, 'solver').loss).toBe(loss);
  });

  it('takes the loss of a role before that of all, and both before that of the estimator', () => {
    const config = AlgorithmConfig.create({
      estimator: 'rloo',
      estimatorMap: { judge: ['grpo', 'cispo'], critic: 'grpo' },
    });
    expect(lossOptionsOf(config, 'judge').loss).toBe('cispo');
    expect(lossOptionsOf(config, 'critic').loss).toBe('ppo');
    expect(lossOptionsOf(config, 'solver').loss).toBe('importance_sampling');
    expect(lossOptionsOf(config).loss).toBe('importance_sampling');
    const all = { ...config, lossFn: 'dro' };
    expect(lossOptionsOf(all, 'judge').loss).toBe('cispo');
    expect(lossOptionsOf(all, 'critic').loss).toBe('dro');
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'knows no role %s that is not there',
    (role) => {
      expect(lossOptionsOf(AlgorithmConfig.create(), role).loss).toBe('ppo');
    },
  );

  it('turns the fields of the config into options', () => {
    const config = AlgorithmConfig.create({
      epsClip: 0.1,
      epsClipHigh: 0.3,
      klBeta: 0.05,
      lossAggMode: 'seq-mean-token-mean',
      rolloutCorrection: { tisMode: 'sequence', tisCap: 2 },
    });
    const { loss, options } = lossOptionsOf(config);
    expect(options).toEqual({
      epsClip: 0.1,
      epsClipHigh: 0.3,
      klBeta: 0.05,
      aggregation: 'seq-mean-token-mean',
      tisMode: 'sequence',
      tisCap: 2,
    });
    const tokens = { logprobs: [-1], oldLogprobs: [-1], refLogprobs: [-1], rolloutLogprobs: [-2] };
    expect(runLoss(loss, [{ ...tokens, advantages: 1 }], options).loss).toBe(-2);
  });

  it('leaves a name that is not registered to the backend', () => {
    expect(lossOptionsOf(AlgorithmConfig.create({ lossFn: 'gspo' })).loss).toBe('gspo');
  });

  it('refuses a correction where there is nothing to correct', () => {
    const both = { tisMode: 'token', bypassMode: true } as const;
    expect(() => lossOptionsOf(AlgorithmConfig.create({ rolloutCorrection: both }))).toThrow(
      'rolloutCorrection: tisMode must be null with bypassMode, as π_old is the rollout policy then, got "token"',
    );
    const bypass = AlgorithmConfig.create({ rolloutCorrection: { bypassMode: true } });
    expect(lossOptionsOf(bypass).options).toEqual(plain);
  });
});

it('every loss of Tinker is built in', () => {
  expect(TINKER_LOSSES.filter((name) => !isKnownLoss(name))).toEqual([]);
});
