import { describe, expect, it } from 'vitest';
import { ppoLoss } from '../../ts/losses/ppo.ts';
import { rolloutWeights } from '../../ts/losses/rollout-weights.ts';
import { TokenBatch } from '../../ts/losses/token-batch.ts';

const batch = TokenBatch.from([
  {
    logprobs: [-1, -1, -1],
    oldLogprobs: [-1, -1, -1],
    rolloutLogprobs: [-2, -0.5, 99],
    refLogprobs: [-2, -2, -2],
    advantages: 1,
    mask: [1, 1, 0],
  },
  {
    logprobs: [-1],
    oldLogprobs: [-1],
    rolloutLogprobs: [-1],
    refLogprobs: [-1],
    advantages: -1,
  },
]);

describe('rolloutWeights', () => {
  it('is the ratio of each token, up to the cap', () => {
    const [e, half] = [Math.exp(1), Math.exp(-0.5)];
    expect(rolloutWeights(batch, { tisMode: 'token' })).toEqual(Float64Array.of(e, half, 0, 1));
    expect(rolloutWeights(batch, { tisMode: 'token', tisCap: 2 })).toEqual(
      Float64Array.of(2, half, 0, 1),
    );
  });

  it('is the product over the trained tokens of a sequence', () => {
    const product = Math.exp(0.5);
    expect(rolloutWeights(batch, { tisMode: 'sequence' })).toEqual(
      Float64Array.of(product, product, 0, 1),
    );
  });

  it('caps what would overflow', () => {
    const far = [{ logprobs: [-1], oldLogprobs: [-1], rolloutLogprobs: [-1000] }];
    expect(rolloutWeights(far, { tisMode: 'token', tisCap: 3 })).toEqual(Float64Array.of(3));
  });

  it('refuses another mode, and batches without the log-probabilities', () => {
    expect(() => rolloutWeights(batch, { tisMode: 'row' as never })).toThrow(
      'tisMode must be "token" or "sequence", got "row"',
    );
    expect(() => rolloutWeights(batch, undefined as never)).toThrow(
      'options must be an object, got undefined',
    );
    expect(() => rolloutWeights(batch, { tisMode: 'token', tisCap: 0 })).toThrow(
      'tisCap must be a number > 0, got 0',
    );
    expect(() => rolloutWeights([{ logprobs: [-1] }], { tisMode: 'token' })).toThrow(
      'this loss needs rolloutLogprobs, which the batch was made without',
    );
  });
});

describe('a loss with the correction', () => {
  const options = { aggregation: 'token-sum', tisMode: 'token', tisCap: 2 } as const;

  it('multiplies the losses of tokens, and tells how much', () => {
    const { dLogprobs, metrics } = ppoLoss(batch, options);
    expect(dLogprobs).toEqual(Float64Array.of(-2, -Math.exp(-0.5), 0, 1));
    expect(metrics['tis/mean']).toBeCloseTo((2 + Math.exp(-0.5) + 1) / 3, 14);
    expect(metrics['tis/capped_fraction']).toBe(1 / 3);
  });

  it('leaves nothing of a token that the sampler was sure of and the policy was not', () => {
    const sure = { logprobs: [-1000], oldLogprobs: [-1000], rolloutLogprobs: [0], advantages: 1 };
    expect(ppoLoss([sure], options)).toMatchObject({ loss: 0, metrics: { 'tis/mean': 0 } });
  });

  it('leaves the KL term as it is', () => {
    const kl = { klBeta: 1, klType: 'k2' } as const;
    const [corrected, plain] = [options, { ...options, tisMode: null }].map((some) => {
      const slopes = ppoLoss(batch, some).dLogprobs;
      return ppoLoss(batch, { ...some, ...kl }).dLogprobs.map((x, i) => x - (slopes[i] as number));
    });
    expect(corrected).toEqual(Float64Array.of(1, 1, 0, 0));
    expect(plain).toEqual(corrected);
  });
});
