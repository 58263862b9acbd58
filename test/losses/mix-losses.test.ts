import { describe, expect, it } from 'vitest';
import { mixLosses } from '../../ts/losses/mix-losses.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';
import { valueLoss } from '../../ts/losses/value-loss.ts';

const batch = [
  { logprobs: [-1, -2], oldLogprobs: [-1, -1], advantages: 1, mask: [1, 1], weights: [2, 1] },
  { logprobs: [-3, -3], oldLogprobs: [-3, -3], advantages: -1, mask: [1, 0], weights: [1, 1] },
];

describe('mixLosses', () => {
  it('is the loss itself where there is one part', () => {
    const { loss, dLogprobs } = runLoss('ppo', batch, { epsClip: 0.1 });
    const mixed = mixLosses(batch, [{ loss: 'ppo', options: { epsClip: 0.1 } }]);
    expect([mixed.loss, mixed.dLogprobs]).toEqual([loss, dLogprobs]);
    expect(mixed.metrics).toMatchObject({ '0/loss': loss, '0/tokens': 3 });
  });

  it('adds parts up, each of its own tokens and with its own weights', () => {
    const { loss, dLogprobs, metrics } = mixLosses(batch, [
      { loss: 'reinforce', options: { aggregation: 'token-sum' } },
      { loss: 'cross_entropy', scale: 0.5, mask: [1, 0, 0, 1], weights: [3, 1, 1, 1] },
    ]);
    // The batch's mask holds in every part, so that one token is left, of weight 3.
    expect(dLogprobs).toEqual(Float64Array.of(-2 - 1.5, -1, 1, 0));
    expect([metrics['0/loss'], metrics['1/loss'], metrics['1/tokens']]).toEqual([
      2 + 2 - 3,
      1.5,
      1,
    ]);
    expect(loss).toBe(2.5);
  });

  it.each([
    [[{ loss: 'pppo' }], 'unknown loss "pppo"'],
    [[{ loss: 'ppo', scale: Number.NaN }], 'parts[0].scale must be a finite number'],
    [[{ loss: 'ppo', option: {} }], 'parts[0] has no field "option"'],
    [[{ loss: 'ppo', mask: [1] }], 'mask must be of length 4'],
    ['ppo', 'parts must be an array'],
  ])('refuses %j', (parts, message) => {
    expect(() => mixLosses(batch, parts as never)).toThrow(message);
  });
});

describe('valueLoss', () => {
  const tokens = { values: [1, 2, 5], oldValues: [1, 1, 5], returns: [0, 3, Number.NaN] };
  const rows = { ...tokens, offsets: [0, 2, 3], mask: [1, 1, 0] };

  it('is half the greater error, and its slope that of the one that is greater', () => {
    const { loss, dValues, metrics } = valueLoss(rows, {
      aggregation: 'token-sum',
      valueClip: 0.5,
    });
    expect(loss).toBe(0.5 + 0.5 * 1.5 ** 2);
    expect(dValues).toEqual(Float64Array.of(1, 0, 0));
    expect(metrics).toEqual({ value_loss: loss, value_clip_fraction: 0.5 });
  });

  it('needs no old values without a clip', () => {
    const { oldValues: _, ...others } = rows;
    const { dValues } = valueLoss(others, { valueClip: null, aggregation: 'seq-mean-token-mean' });
    expect(dValues).toEqual(Float64Array.of(0.5, -0.5, 0));
    expect(() => valueLoss(others)).toThrow('oldValues must be an array of numbers, got undefined');
  });

  it.each([
    [{ valueClip: -1 }, 'valueClip must be a number ≥ 0, got -1'],
    [{ clip: 1 }, 'unknown option "clip"'],
  ])('refuses %j', (options, message) => {
    expect(() => valueLoss(rows, options as never)).toThrow(message);
  });
});
