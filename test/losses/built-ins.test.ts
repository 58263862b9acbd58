import { describe, expect, it } from 'vitest';
import { cispoLoss } from '../../ts/losses/cispo.ts';
import { crossEntropyLoss } from '../../ts/losses/cross-entropy.ts';
import { droLoss } from '../../ts/losses/dro.ts';
import { importanceSamplingLoss } from '../../ts/losses/importance-sampling.ts';
import { klLoss } from '../../ts/losses/kl-loss.ts';
import { ppoLoss } from '../../ts/losses/ppo.ts';
import { sdpoLoss } from '../../ts/losses/sdpo.ts';
import { upLoss } from '../../ts/losses/up.ts';

/** One token at a ratio, summed: the loss is the token's, and the gradient its slope. */
const at = (ratio: number, advantage: number) => [
  { logprobs: [Math.log(ratio) - 1], oldLogprobs: [-1], advantages: advantage },
];
const sum = { aggregation: 'token-sum' } as const;
const E2 = Math.exp(2);

describe('ppoLoss', () => {
  const six = (x: number | undefined): number => Number((x as number).toFixed(6));

  it.each([
    // ratio, advantage, loss, slope, clipped
    [1, 1, -1, -1, 0],
    [1.1, 1, -1.1, -1.1, 0],
    [1.3, 1, -1.2, 0, 1],
    [0.5, 1, -0.5, -0.5, 0],
    [1, -1, 1, 1, 0],
    [0.9, -1, 0.9, 0.9, 0],
    [0.5, -1, 0.8, 0, 1],
    [4, -1, 4, 4, 0],
    [1.5, 0, 0, 0, 0],
  ])(
    'at ratio %d and advantage %d: loss %d, slope %d',
    (ratio, advantage, loss, slope, clipped) => {
      const result = ppoLoss(at(ratio, advantage), sum);
      expect([six(result.loss), six(result.dLogprobs[0])]).toEqual([loss, slope]);
      expect(result.metrics.clip_fraction).toBe(clipped);
      expect(result.metrics).not.toHaveProperty('dual_clip_fraction');
    },
  );

  it('takes the inside at the very bounds of its range', () => {
    // exp(0) is the only ratio that is exact: the bounds are put there.
    const batch = at(1, 1);
    expect(ppoLoss(batch, { epsClip: 0, epsClipHigh: 0 }).dLogprobs[0]).toBe(-1);
    expect(ppoLoss(batch, { epsClip: 0, epsClipHigh: 0 }).metrics.clip_fraction).toBe(0);
    const [two] = [{ logprobs: [-0.5], oldLogprobs: [-2.5], advantages: -1 }];
    expect(ppoLoss([two], { dualClip: E2 }).dLogprobs[0]).toBe(E2);
    expect(ppoLoss([two], { maxLogRatio: 2 }).dLogprobs[0]).toBe(E2);
  });

  it('clips above and below by themselves', () => {
    const options = { ...sum, epsClip: 0.1, epsClipHigh: 0.5 };
    expect(six(ppoLoss(at(1.4, 1), options).loss)).toBe(-1.4);
    expect(six(ppoLoss(at(1.6, 1), options).loss)).toBe(-1.5);
    expect(six(ppoLoss(at(0.8, -1), options).loss)).toBe(0.9);
    expect(ppoLoss(at(1.1, 1), { ...sum, epsClipHigh: 0 }).loss).toBe(-1);
  });

  it('bounds the loss of negative advantages with a dual clip, and no others', () => {
    const options = { ...sum, dualClip: 3 };
    const far = ppoLoss(at(4, -2), options);
    expect([far.loss, far.dLogprobs[0]]).toEqual([6, 0]);
    expect(far.metrics).toMatchObject({ clip_fraction: 0, dual_clip_fraction: 1 });
    expect(six(ppoLoss(at(2.9, -2), options).dLogprobs[0])).toBe(5.8);
    expect(ppoLoss(at(4, 2), options).metrics.dual_clip_fraction).toBe(0);
  });

  it('holds ratios that would overflow', () => {
    const batch = [{ logprobs: [-1], oldLogprobs: [-1000], advantages: -1 }];
    expect(() => ppoLoss(batch)).toThrow(/^loss "PPO": dLogprobs\[0\] .* must be a finite number/);
    const held = ppoLoss(batch, { maxLogRatio: 20 });
    expect([held.loss, held.dLogprobs[0]]).toEqual([Math.exp(20), 0]);
  });

  it('clips ratios that overflow, and shows them', () => {
    const { loss, dLogprobs, metrics } = ppoLoss([
      { logprobs: [-1], oldLogprobs: [-1000], advantages: 1 },
    ]);
    expect([loss, dLogprobs[0]]).toEqual([-1.2, 0]);
    expect(metrics['ratio/max']).toBe(Infinity);
  });
});

describe('cispoLoss', () => {
  it('clips from 0 to 4 by default, and every token keeps a slope', () => {
    expect(cispoLoss(at(E2, 1), sum).dLogprobs[0]).toBe(-4);
    expect(cispoLoss(at(E2, 1), sum).metrics.clip_fraction).toBe(1);
    expect(cispoLoss(at(0.01, 1), sum).dLogprobs[0]).toBeCloseTo(-0.01, 12);
    expect(cispoLoss(at(0.01, 1), sum).metrics.clip_fraction).toBe(0);
  });

  it('clips as it is told', () => {
    const options = { ...sum, epsClip: 0.2, epsClipHigh: null };
    expect(cispoLoss(at(2, 1), options).dLogprobs[0]).toBe(-1.2);
    expect(cispoLoss(at(0.1, 1), options).dLogprobs[0]).toBe(-0.8);
  });

  it('has the log-probability times its slope for a loss', () => {
    const { loss } = cispoLoss([{ logprobs: [-3], oldLogprobs: [-3], advantages: 0.5 }], sum);
    expect(loss).toBe(1.5);
  });
});

it('importanceSamplingLoss knows no clip, and holds ratios when it is told to', () => {
  expect(importanceSamplingLoss(at(E2, 2), sum).loss).toBeCloseTo(-2 * E2, 12);
  const held = importanceSamplingLoss(at(E2, 2), { ...sum, maxLogRatio: 1 });
  expect([held.loss, held.dLogprobs[0]]).toEqual([-2 * Math.E, 0]);
});

it('droLoss pulls back what has gone too far', () => {
  const batch = [{ logprobs: [-1], oldLogprobs: [-3], advantages: 1 }];
  expect(droLoss(batch)).toMatchObject({ loss: 1.1, dLogprobs: Float64Array.of(-0.9) });
  expect(droLoss(batch, { droBeta: 2 }).dLogprobs[0]).toBe(3);
});

it('crossEntropyLoss needs log-probabilities alone, and takes weights of either sign', () => {
  const { loss, dLogprobs, metrics } = crossEntropyLoss(
    [{ logprobs: [-1, -2, -4], weights: [1, -0.5, 0] }],
    sum,
  );
  expect([loss, dLogprobs]).toEqual([0, Float64Array.of(-1, 0.5, 0)]);
  expect(metrics).toEqual({ tokens: 3, sequences: 1, entropy: 7 / 3, policy_loss: 0 });
});

describe('klLoss', () => {
  const apart = (d: number) => [{ logprobs: [d - 1], refLogprobs: [-1] }];

  it.each([
    ['k1', 0.5, 0.5, 1],
    ['k1', -0.5, -0.5, 1],
    ['k2', 0.5, 0.125, 0.5],
    ['k3', 0.5, Math.exp(-0.5) - 0.5, 1 - Math.exp(-0.5)],
    ['k3', -0.5, Math.exp(0.5) - 1.5, 1 - Math.exp(0.5)],
    ['abs', -0.5, 0.5, -1],
    ['abs', 0, 0, 0],
    ['k1+', -0.5, -0.5, -0.5],
    ['k3+', 0.5, Math.exp(-0.5) - 0.5, 0.5],
  ] as const)('%s of a distance of %d', (klType, d, loss, slope) => {
    const result = klLoss(apart(d), { klType });
    expect(result.loss).toBeCloseTo(loss, 14);
    expect(result.dLogprobs[0]).toBeCloseTo(slope, 14);
    expect(result.metrics.kl).toBe(result.loss);
  });

  it('keeps the digits of policies that are close', () => {
    const { loss } = klLoss(apart(2 ** -30), { klType: 'k3' });
    expect(loss / 2 ** -61).toBeCloseTo(1, 6);
  });

  it.each([
    ['k1', 2, 0],
    ['k1', -2, 0],
    ['k2', 3, 0],
    ['k3', -3, 0],
    ['k1+', 2, 2],
    ['k3+', -3, -3],
  ] as const)('%s of a distance of %d, held: slope %d', (klType, d, slope) => {
    const { loss, dLogprobs } = klLoss(apart(d), { klType, klCap: 1 });
    expect([Math.abs(loss), dLogprobs[0]]).toEqual([1, slope]);
  });

  it('has its slope at the very bound', () => {
    expect(klLoss(apart(2), { klType: 'k2', klCap: 2 }).dLogprobs[0]).toBe(2);
  });
});

describe('upLoss', () => {
  it.each([0.01, 1, 50])('is REINFORCE at a ratio of %d where the advantage is positive', (rho) => {
    const { loss, dLogprobs, metrics } = upLoss(at(rho, 2), sum);
    expect([loss, dLogprobs[0], metrics.clip_fraction]).toEqual([-2, -2, 0]);
  });

  it.each([0.5, 0.9, 4])('is PPO at a ratio of %d where it is not', (rho) => {
    const options = { ...sum, dualClip: 3 };
    for (const advantage of [-1.5, 0])
      expect(upLoss(at(rho, advantage), options)).toEqual(ppoLoss(at(rho, advantage), options));
  });

  it('looks at no ratio of a positive advantage, even one that overflows', () => {
    const batch = [{ logprobs: [-1, -1], oldLogprobs: [-1000, -1], advantages: [1, -1] }];
    const { loss, dLogprobs } = upLoss(batch, sum);
    expect([loss, dLogprobs]).toEqual([0, Float64Array.of(-1, 1)]);
  });

  it('clips by sequence where it is told to', () => {
    const row = { logprobs: [-1, -1], oldLogprobs: [-0.4, -0.9] };
    const rows = [
      { ...row, advantages: 1 },
      { ...row, advantages: -1 },
    ];
    const { dLogprobs, metrics } = upLoss(rows, { ...sum, ratioLevel: 'sequence' });
    expect([dLogprobs, metrics.clip_fraction]).toEqual([Float64Array.of(-1, -1, 0, 0), 0.5]);
  });
});

describe('sdpoLoss', () => {
  const batch = [
    { logprobs: [-2, -1], oldLogprobs: [-2, -3], refLogprobs: [-1, -1.5] },
    { logprobs: [-4], oldLogprobs: [-4], refLogprobs: [-1], mask: [0] },
  ];

  it('pulls towards the teacher, by a ratio that is held and bounded', () => {
    const { loss, dLogprobs, metrics } = sdpoLoss(batch);
    expect(dLogprobs).toEqual(Float64Array.of(-0.5, 0.5, 0));
    expect([loss, metrics.teacher_gap]).toEqual([0.5, 0.25]);
    expect(sdpoLoss(batch, { heldRatioCap: 1 }).dLogprobs).toEqual(Float64Array.of(-0.5, 0.25, 0));
  });

  it('without a ratio needs no π_old', () => {
    const rows = batch.map(({ oldLogprobs: _, ...others }) => others);
    const { dLogprobs } = sdpoLoss(rows, { heldRatioCap: null });
    expect(dLogprobs).toEqual(Float64Array.of(-0.5, 0.25, 0));
    expect(() => sdpoLoss(rows)).toThrow('oldLogprobs');
  });

  it('counts rows without a teacher where the totals do, as TRL does', () => {
    const { dLogprobs } = sdpoLoss(batch, { totals: { sequences: 2 } });
    expect(dLogprobs).toEqual(Float64Array.of(-0.25, 0.25, 0));
  });
});
