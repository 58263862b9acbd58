import { describe, expect, it } from 'vitest';
import { mixLosses } from '../../ts/losses/mix-losses.ts';
import { tpoLoss } from '../../ts/losses/tpo.ts';

const pair = (chosen: readonly number[], rejected: readonly number[], group: string) => [
  { logprobs: chosen, advantages: 1, group },
  { logprobs: rejected, advantages: -1, group },
];
const batch = [...pair([-1, -2], [-4], 'a'), ...pair([-2], [-1, -1, -1], 'b')];
const CONTRASTS = ['sigmoid', 'hinge', 'ipo', 'tpo-l'] as const;

describe('tpoLoss', () => {
  it.each([
    // Of the pairs: sums apart by 1 and 1, means by 2.5 and −1.
    ['sigmoid', Math.log1p(Math.exp(-0.5)) * 0.9 + Math.log1p(Math.exp(0.5)) * 0.1],
    ['hinge', 0.5],
    ['ipo', (1.5 ** 2 + 2 ** 2) / 2],
    [
      'tpo-l',
      ([0.75, -1]
        .map((x) => Math.log1p(Math.exp(-x)) * 0.9 + Math.log1p(Math.exp(x)) * 0.1)
        .reduce((a, b) => a + b) as number) / 2,
    ],
  ] as const)('%s is that of both pairs', (contrast, expected) => {
    const options = { contrast, beta: 0.5, gamma: 0.5, labelSmoothing: 0.1 };
    const { loss, metrics } = tpoLoss(batch, options);
    expect(loss).toBeCloseTo(expected, 12);
    const isMean = contrast === 'ipo' || contrast === 'tpo-l';
    expect(metrics.pair_accuracy).toBe(isMean ? 0.5 : 1);
    expect(metrics.reward_margin).toBeCloseTo(isMean ? 0.375 : 0.5, 12);
  });

  it.each(CONTRASTS)('%s has the gradient of central differences', (contrast) => {
    const options = { contrast, beta: 0.3, labelSmoothing: 0.2 };
    const rows = [...batch, { logprobs: [-0.5, -3], mask: [1, 0], advantages: 2, group: 'b' }];
    const moved = (row: number, token: number, by: number): number =>
      tpoLoss(
        rows.map((one, r) => ({
          ...one,
          logprobs: one.logprobs.map((lp, t) => (r === row && t === token ? lp + by : lp)),
        })),
        options,
      ).loss;
    const expected = rows.flatMap(({ logprobs }, r) =>
      logprobs.map((_, t) => (moved(r, t, 1e-5) - moved(r, t, -1e-5)) / 2e-5),
    );
    const { dLogprobs } = tpoLoss(rows, options);
    for (const [i, slope] of expected.entries()) expect(dLogprobs[i]).toBeCloseTo(slope, 8);
  });

  it('does not overflow where a pair is far apart', () => {
    const far = pair([-2000], [-1], 'a');
    expect(tpoLoss(far, { beta: 1 })).toMatchObject({ loss: 1999, dLogprobs: { 0: -1, 1: 1 } });
  });

  it('makes no pair across groups, nor of answers without an advantage', () => {
    const apart = batch.map((row, s) => ({ ...row, group: s }));
    expect(tpoLoss(apart)).toMatchObject({ loss: 0, dLogprobs: new Float64Array(7) });
    const even = batch.map((row) => ({ ...row, advantages: 0 }));
    expect(tpoLoss(even).metrics).toMatchObject({ pair_accuracy: 0, reward_margin: 0 });
  });

  it('is TPO with the cross-entropy of gold answers, which are in no pair', () => {
    const [chosen, rejected] = batch;
    const gold = { logprobs: [-0.5, -1.5], advantages: 0, group: 'a' };
    const rows = [chosen, rejected, gold] as (typeof gold)[];
    const { loss, dLogprobs } = mixLosses(rows, [
      { loss: 'trl/tpo' },
      { loss: 'cross_entropy', mask: [0, 0, 0, 1, 1] },
    ]);
    const x = 0.01;
    expect(loss).toBeCloseTo(Math.log1p(Math.exp(-x)) + 1, 12);
    const pull = 0.01 / (1 + Math.exp(x));
    const expected = [-pull, -pull, pull, -0.5, -0.5];
    for (const [i, slope] of expected.entries()) expect(dLogprobs[i]).toBeCloseTo(slope, 12);
  });

  it('refuses rows without groups', () => {
    expect(() => tpoLoss([{ logprobs: [-1], advantages: 1 }])).toThrow('groups must be given');
  });
});
