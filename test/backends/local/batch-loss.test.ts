import { describe, expect, it } from 'vitest';
import { type BatchLossSettings, computeBatchLoss } from '../../../ts/backends/local/batch-loss.ts';
import type { LocalBatch, LocalRow } from '../../../ts/backends/local/local-batch.ts';
import { AlgorithmConfig } from '../../../ts/config/algorithm-config.ts';
import type { EstimatorMapInit } from '../../../ts/config/estimator-map.ts';
import { createStep } from '../../../ts/types/step.ts';

const NOTHING: BatchLossSettings = {
  lossDivisor: null,
  normLength: 8,
  sampledEntropy: 0,
  entropyBonus: 0,
  referenceKl: 0,
};

/** A prompt of one token and an answer. */
function row(role: string, advantage: number, logprobs: number[]): LocalRow {
  const responseIds = logprobs.map((_, i) => i);
  return {
    role,
    group: role,
    trajectory: 0,
    temperature: 1,
    tokens: [9, ...responseIds],
    mask: [0, ...logprobs.map(() => 1)],
    rolloutLogprobs: [0, ...logprobs],
    answers: [{ step: createStep({ responseIds, advantage }), start: 1 }],
  };
}

function batchOf(rows: LocalRow[], moved = 0): LocalBatch {
  const logprobs = rows.map(({ rolloutLogprobs }) =>
    Float32Array.from(rolloutLogprobs, (lp) => lp + moved),
  );
  return { rows, skippedSteps: 0, metrics: {}, logprobs, reference: null };
}

const rows = [row('solver', 1, [-1, -3]), row('judge', -2, [-1]), row('solver', -1, [-2])];

function slopes(settings: Partial<BatchLossSettings> = {}, config = {}) {
  const algorithm = AlgorithmConfig.create(config);
  const { derivatives } = computeBatchLoss(batchOf(rows), algorithm, { ...NOTHING, ...settings });
  const { dLogprobs, dEntropies, dKl } = derivatives;
  return {
    dLogprobs: Array.from(dLogprobs),
    dEntropies: dEntropies && Array.from(dEntropies),
    dKl: dKl && Array.from(dKl),
  };
}

const third = 1 / 3;

describe('the loss of a batch', () => {
  it('is computed role by role, each divided by its own tokens', () => {
    const { dLogprobs, dEntropies, dKl } = slopes();
    expect(dLogprobs).toEqual([0, -third, -third, 0, 2, 0, third]);
    expect([dEntropies, dKl]).toEqual([undefined, undefined]);
    const { metrics } = computeBatchLoss(batchOf(rows), AlgorithmConfig.create(), NOTHING);
    expect(metrics).toMatchObject({
      'train/solver/loss': -third,
      'train/solver/tokens': 3,
      'train/judge/loss': 2,
      'train/judge/tokens': 1,
    });
  });

  it('takes the loss of each role', () => {
    const estimatorMap: EstimatorMapInit = { judge: ['grpo', 'cross_entropy'] };
    expect(slopes({}, { estimatorMap }).dLogprobs).toEqual([0, -third, -third, 0, -1, 0, third]);
  });

  it('is divided by a fixed count on demand', () => {
    const half = slopes({ lossDivisor: 2, entropyBonus: 0.5 });
    expect(half.dLogprobs).toEqual([0, -0.5, -0.5, 0, 1, 0, 0.5]);
    expect(half.dEntropies).toEqual(
      [0, -0.25, -0.25, -0, -0.25, -0, -0.25].map((x) => x || expect.closeTo(0)),
    );
  });

  it('lessens the advantage of tokens that were likelier than the mean of their role', () => {
    // solver: log-probabilities −1, −3, −2 with mean −2; judge: the mean itself.
    const { dLogprobs } = slopes({ sampledEntropy: 0.3 });
    const expected = [0, -(1 - 0.3) / 3, -(1 + 0.3) / 3, 0, 2, 0, third];
    expected.forEach((slope, i) => {
      expect(dLogprobs[i]).toBeCloseTo(slope, 12);
    });
  });

  it('weighs entropies and divergences of trained tokens alike', () => {
    const { dEntropies, dKl } = slopes(
      { entropyBonus: 0.3, referenceKl: 0.6 },
      { lossAggMode: 'seq-mean-token-sum' },
    );
    const near = (values: number[]) => values.map((value) => expect.closeTo(value, 12));
    expect(dEntropies).toEqual(near([0, -0.15, -0.15, 0, -0.3, 0, -0.15]));
    expect(dKl).toEqual(near([0, 0.3, 0.3, 0, 0.6, 0, 0.3]));
  });

  it('has the ratio to the policy that sampled, or to the present one', () => {
    const loss = (config: object) =>
      computeBatchLoss(
        batchOf(rows, 0.25),
        AlgorithmConfig.create({ lossFn: 'importance_sampling', ...config }),
        NOTHING,
      ).metrics;
    expect(loss({})['train/judge/ratio/mean']).toBeCloseTo(Math.exp(0.25), 6);
    expect(loss({ rolloutCorrection: { bypassMode: false } })['train/judge/ratio/mean']).toBe(1);
    const corrected = loss({ rolloutCorrection: { tisMode: 'token' } });
    expect(corrected['train/judge/ratio/mean']).toBe(1);
    expect(corrected['train/judge/tis/mean']).toBeCloseTo(Math.exp(0.25), 6);
  });

  it('has a KL term where the config asks for one', () => {
    const batch = batchOf(rows);
    batch.reference = rows.map(({ tokens }) => new Float32Array(tokens.length).fill(-2));
    const { metrics } = computeBatchLoss(batch, AlgorithmConfig.create({ klBeta: 0.1 }), NOTHING);
    expect(metrics['train/judge/kl']).toBeCloseTo(Math.expm1(-1) + 1, 6);
    expect(metrics['train/judge/kl_loss']).toBeCloseTo(
      0.1 * (metrics['train/judge/kl'] as number),
      12,
    );
  });
});
