import { describe, expect, it } from 'vitest';
import { importanceSamplingLoss } from '../../ts/losses/importance-sampling.ts';
import { type RejectRule, rejectionMask } from '../../ts/losses/rejection.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';
import { topEntropyMask } from '../../ts/losses/top-entropy.ts';

const LN2 = Math.log(2);

/** π_old/π_rollout: 2, 1/2 and 2 in the first sequence, 4 in the second; one token is not trained. */
const batch = [
  {
    logprobs: [-1, -1, -1, -1],
    oldLogprobs: [-1, -1, -1, -1],
    rolloutLogprobs: [-1 - LN2, -1 + LN2, -1 - LN2, 99],
    advantages: [1, -1, 1, 1],
    mask: [1, 1, 1, 0],
  },
  { logprobs: [-1], oldLogprobs: [-1], rolloutLogprobs: [-1 - 2 * LN2], advantages: -1, mask: [1] },
];

const mask = (rule: RejectRule): number[] => Array.from(rejectionMask(batch, [rule]));

describe('rejectionMask', () => {
  it('leaves out tokens by their ratio, k2 and k3', () => {
    expect(mask({ of: 'ratio', by: 'token', low: 0.9, high: 3 })).toEqual([1, 0, 1, 0, 0]);
    expect(mask({ of: 'k2', by: 'token', high: 0.5 * LN2 ** 2 + 1e-9 })).toEqual([1, 1, 1, 0, 0]);
    // exp(d) − 1 − d is 0.307 at d = ln 2 and 0.193 at −ln 2.
    expect(mask({ of: 'k3', by: 'token', high: 0.2 })).toEqual([0, 1, 0, 0, 0]);
  });

  it('leaves out sequences by the product, the geometric mean, and any token', () => {
    expect(mask({ of: 'ratio', by: 'sequence', reduce: 'sum', high: 2.1 })).toEqual([
      1, 1, 1, 0, 0,
    ]);
    expect(mask({ of: 'ratio', by: 'sequence', reduce: 'sum', high: 1.9 })).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect(mask({ of: 'ratio', by: 'sequence', low: 1.25, high: 1.27 })).toEqual([1, 1, 1, 0, 0]);
    expect(mask({ of: 'ratio', by: 'sequence', reduce: 'any', low: 0.9 })).toEqual([0, 0, 0, 0, 1]);
    expect(mask({ of: 'k2', by: 'sequence', reduce: 'mean', high: 0.25 })).toEqual([1, 1, 1, 0, 0]);
  });

  it('leaves out tokens of negative advantage alone, and compares the policies it is told to', () => {
    const rule = { of: 'ratio', by: 'token', high: 0, negativeOnly: true } as const;
    expect(mask(rule)).toEqual([1, 0, 1, 0, 0]);
    expect(mask({ of: 'ratio', by: 'token', between: 'current/old', low: 1, high: 1 })).toEqual([
      1, 1, 1, 0, 1,
    ]);
  });

  it.each([
    [[{ of: 'k1', by: 'token' }], 'rejects[0].of must be one of ratio, k2, k3, got "k1"'],
    [[{ of: 'k2', by: 'row' }], 'rejects[0].by must be one of token, sequence, got "row"'],
    [[{ of: 'k2', by: 'token', high: Number.NaN }], 'rejects[0].high must be a number'],
    [[{ of: 'k2', by: 'token', hihg: 1 }], 'rejects[0] has no field "hihg"'],
    [{ of: 'k2', by: 'token' }, 'rejects must be an array'],
  ])('refuses %j', (rules, message) => {
    expect(() => rejectionMask(batch, rules as never)).toThrow(message);
  });

  it('is 0 in a loss, which still counts the token', () => {
    const { loss, metrics } = importanceSamplingLoss(batch, {
      rejects: [{ of: 'ratio', by: 'token', low: 0.9, high: 3 }],
    });
    expect(loss).toBe(-0.5);
    expect(metrics.rejected_fraction).toBe(0.5);
  });
});

describe('the weights of the rollout correction', () => {
  const options = {
    tisMode: 'token',
    aggregation: 'token-sum',
    tisCap: 3,
    tisFloor: 0.75,
  } as const;

  it('are held within their bounds, or 0 beyond (IcePop)', () => {
    const clamped = runLoss('importance_sampling', batch, options);
    expect(clamped.dLogprobs).toEqual(Float64Array.of(-2, 0.75, -2, 0, 3));
    const dropped = runLoss('importance_sampling', batch, { ...options, tisBeyond: 'zero' });
    expect(dropped.dLogprobs).toEqual(Float64Array.of(-2, 0, -2, 0, 0));
    expect(dropped.metrics['tis/capped_fraction']).toBe(0.5);
  });
});

describe('entropies', () => {
  const entropies = [0.5, 2, 1, 3];
  const tokens = { logprobs: [-1, -2, -3, -4], advantages: [1, 1, 1, 1], entropies };

  it('choose the tokens at or above the quantile of the trained ones', () => {
    const trained = { ...tokens, mask: [1, 1, 1, 0] };
    expect(topEntropyMask([trained], 0.5)).toEqual(Uint8Array.of(0, 1, 1, 0));
    expect(topEntropyMask([trained], 1)).toEqual(Uint8Array.of(1, 1, 1, 0));
    expect(() => topEntropyMask([trained], 0)).toThrow(
      'fraction must be a number > 0 and ≤ 1, got 0',
    );
  });

  it('lessen the loss, by the aggregation, of the tokens that take part', () => {
    const options = { aggregation: 'token-sum', topEntropy: 0.5, entropyCoef: 0.1 } as const;
    const { loss, dLogprobs, metrics } = runLoss('reinforce', [tokens], options);
    expect(dLogprobs).toEqual(Float64Array.of(0, -1, 0, -1));
    expect(metrics).toMatchObject({
      policy_loss: 6,
      entropy_bonus: 0.5,
      top_entropy_fraction: 0.5,
    });
    expect(loss).toBe(5.5);
  });
});
