import { describe, expect, it } from 'vitest';
import { computeBatchLoss } from '../../../ts/backends/local/batch-loss.ts';
import { batchNeeds } from '../../../ts/backends/local/batch-needs.ts';
import { LocalBackend } from '../../../ts/backends/local/local-backend.ts';
import type { LocalBatch, LocalRow } from '../../../ts/backends/local/local-batch.ts';
import type { TrainingSettings } from '../../../ts/backends/local/local-fields.ts';
import { AlgorithmConfig } from '../../../ts/config/algorithm-config.ts';
import type { DefinedLoss } from '../../../ts/losses/define-loss.ts';
import { defineLoss } from '../../../ts/losses/define-loss.ts';
import { lossNeeds } from '../../../ts/losses/loss-needs.ts';
import { listLossPresets } from '../../../ts/losses/presets/all.ts';
import { listLosses, registerLoss } from '../../../ts/losses/registry.ts';
import { UnifiedTrainer } from '../../../ts/trainer/unified-trainer.ts';
import { createStep } from '../../../ts/types/step.ts';
import { TRAINER, workerFile } from './support.ts';

const MODEL = { layers: 1, width: 16, heads: 2, feedForward: 32, context: 16, characters: 'abc' };
const SETTINGS = {
  lossDivisor: null,
  normLength: 4,
  sampledEntropy: 0,
  entropyBonus: 0,
  referenceKl: 0,
};

/** Two prompts with two rollouts each; the last one has two rows. */
function batch(): LocalBatch {
  const row = (group: string, trajectory: number, advantage: number): LocalRow => {
    const responseIds = [1, 2];
    const step = createStep({ responseIds, advantage });
    const rolloutLogprobs = [0, -1, -0.5];
    const about = { role: 'agent', group, trajectory, temperature: 1 };
    return {
      ...about,
      tokens: [0, 1, 2],
      mask: [0, 1, 1],
      rolloutLogprobs,
      answers: [{ step, start: 1 }],
    };
  };
  const rows = [row('p', 0, 1), row('p', 1, -1), row('q', 2, 1), row('q', 3, -1), row('q', 3, -1)];
  const moved = (by: number) =>
    rows.map(({ rolloutLogprobs }) => rolloutLogprobs.map((lp) => lp + by));
  return {
    rows,
    skippedSteps: 0,
    metrics: {},
    logprobs: moved(0.01),
    oldLogprobs: moved(-0.01),
    reference: moved(-0.1),
    entropies: rows.map(() => [0, 2, 1]),
  };
}

/** To `a` the answer is `b`. */
async function train(algorithm: object, training: Partial<TrainingSettings> = {}, totalEpochs = 2) {
  const backend = new LocalBackend({
    workers: 0,
    workerFile,
    model: MODEL,
    training: { learningRate: 0.02, ...training },
  });
  const logged: Readonly<Record<string, number>>[] = [];
  await using trainer = new UnifiedTrainer<string>({
    backend: backend as never,
    config: {
      algorithm,
      data: { trainBatchSize: 1 },
      rollout: { n: 16, train: { maxTokens: 1 } },
      trainer: { totalEpochs, ...TRAINER },
    },
    workflow: async (_, { model }) =>
      (await model.chat([{ role: 'user', content: 'a' }])).content === 'b',
    trainDataset: ['task'],
    tracking: { log: (metrics) => void logged.push(metrics) },
    print: () => {},
    onWarning: () => {},
  });
  await trainer.fit();
  return { logged, updates: backend.policy.step };
}

describe('losses in training', () => {
  it.each([...listLosses(), ...listLossPresets()])('%s is computed of a batch', (lossFn) => {
    const algorithm = AlgorithmConfig.create({ lossFn });
    const { derivatives, metrics } = computeBatchLoss(batch(), algorithm, SETTINGS);
    expect(Number.isFinite(metrics['train/agent/loss'])).toBe(true);
    expect(Array.from(derivatives.dLogprobs).some((slope) => slope !== 0)).toBe(true);
  });

  it.each([
    'gspo',
    'sapo',
    'trl/dapo',
    'oat/drgrpo',
    'ms-swift/real',
    'agent-lightning/per_rollout_mean',
    'tunix/grpo',
    'prime-rl/default',
    'areal/m2po',
  ])('%s makes the right answer likelier', async (lossFn) => {
    const { logged, updates } = await train({ lossFn }, {}, 20);
    expect(updates).toBe(20);
    expect(logged.at(-1)?.['reward/agent/mean']).toBeGreaterThan(0.7);
  });

  it('have prompts as groups, or rollouts where a preset means these', () => {
    const weights = (lossFn: string) => {
      const { derivatives } = computeBatchLoss(
        batch(),
        AlgorithmConfig.create({ lossFn, lossAggMode: null }),
        SETTINGS,
      );
      return Array.from({ length: 5 }, (_, row) =>
        Math.abs(derivatives.dLogprobs[3 * row + 1] as number),
      );
    };
    const undo = registerLoss('by_prompt', groupMean);
    const byPrompt = weights('by_prompt');
    undo();
    // Two prompts of two and of three rows of two tokens; four rollouts, of which the last has two rows.
    expect(byPrompt.map((w) => w * 48)).toEqual([6, 6, 4, 4, 4].map((w) => expect.closeTo(w, 9)));
    const byRollout = weights('slime/rollout_mean');
    expect((byRollout[3] as number) / (byRollout[1] as number)).toBeCloseTo(0.5, 9);
    expect((byRollout[2] as number) / (byRollout[0] as number)).toBeCloseTo(1, 9);
  });

  it('get entropies where they ask for them, and their gradient is trained', async () => {
    const undo = registerLoss('sure', entropic);
    expect(lossNeeds('sure', {})).toEqual(new Set(['entropies']));
    const { derivatives } = computeBatchLoss(
      batch(),
      AlgorithmConfig.create({ lossFn: 'sure' }),
      SETTINGS,
    );
    // The upper half by entropy, of ten tokens; each counts a tenth.
    expect(Array.from(derivatives.dEntropies ?? []).slice(0, 3)).toEqual([-0, -0.05, -0]);
    for (const numMinibatches of [1, 2]) {
      const { logged } = await train({ lossFn: 'sure' }, { numMinibatches });
      for (const metrics of logged) {
        expect(metrics['train/agent/top_entropy_fraction']).toBeGreaterThan(0);
        expect(metrics['train/agent/entropy_bonus']).toBeGreaterThan(0);
      }
    }
    undo();
  });

  it('are tried before anything is sampled', async () => {
    const algorithm = { lossFn: 'skyrl/cispo', rolloutCorrection: { bypassMode: true } };
    await expect(
      train({ ...algorithm, rolloutCorrection: { tisMode: 'token', bypassMode: true } }),
    ).rejects.toThrow('TrainerConfig.algorithm');
    await expect(train({ lossFn: 'dro', lossFnMap: { judge: 'pppo' } })).rejects.toThrow('pppo');
  });

  it('need no more than they read', () => {
    const needs = (lossFn: string, more = {}) =>
      batchNeeds(AlgorithmConfig.create({ lossFn, ...more }), 4);
    const nothing = { reference: false, entropies: false, oldLogprobs: false };
    expect(needs('ppo')).toEqual(nothing);
    expect(needs('trl/dapo')).toEqual(nothing);
    expect(needs('ppo', { klBeta: 0.1 })).toEqual({ ...nothing, reference: true });
    expect(needs('tunix/grpo')).toEqual({ ...nothing, reference: true });
    expect(needs('a2po')).toEqual({ ...nothing, reference: true });
    expect(needs('m2po')).toEqual({ ...nothing, oldLogprobs: true });
    expect(needs('m2po', { rolloutCorrection: { bypassMode: true } })).toEqual(nothing);
    expect(needs('ppo', { rolloutCorrection: { bypassMode: false } }).oldLogprobs).toBe(true);
    expect(needs('ppo', { estimatorMap: { judge: ['grpo', 'sdar'] } }).reference).toBe(true);
  });
});

const gradient = ({
  advantages,
  logprobs,
}: {
  advantages: Float64Array | null;
  logprobs: Float64Array;
}) => {
  const own = advantages ?? new Float64Array(logprobs.length);
  return {
    losses: own.map((advantage, i) => -advantage * (logprobs[i] as number)),
    slopes: own.map((advantage) => -advantage),
  };
};
const about = { title: 'mine', formula: '−A log π', source: 'mine' };
const groupMean: DefinedLoss = defineLoss({
  ...about,
  defaults: { aggregation: 'group-mean-token-mean' },
  terms: gradient,
});
const entropic: DefinedLoss = defineLoss({
  ...about,
  defaults: { topEntropy: 0.5, entropyCoef: 0.5 },
  terms: gradient,
});
