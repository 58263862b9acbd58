// What a run is made of: model, warm-up, update, and the config of the trainer.

import type { LocalBackendOptions } from 'upperhand/local';
import type { TrainerConfigInit, WorkflowFunction } from 'upperhand/trainer';
import { add, SUMS, type Sum } from './sums.ts';
import { noisySums } from './warm-up.ts';

const WARM_UP = { batchSize: 64, learningRate: 1e-3 };
/** Two batches are all sums. */
const TASKS = 50;

export interface AdditionRunOptions {
  /** Of the first parameters, of the demonstrations and of all that is drawn. */
  readonly seed: number;
  readonly updates: number;
  /** Updates of the warm-up. Default 200. */
  readonly warmUpSteps?: number;
}

export interface AdditionRun {
  readonly backend: Required<Pick<LocalBackendOptions, 'model' | 'training' | 'warmUp'>>;
  readonly trainer: {
    readonly workflow: WorkflowFunction<Sum>;
    readonly trainDataset: readonly Sum[];
    readonly valDataset: readonly Sum[];
  };
  readonly config: TrainerConfigInit;
  /** The share of the warm-up's demonstrations that is right. */
  readonly right: number;
}

/** What files and people want of a run is left to the caller. */
export function additionRun({ seed, updates, warmUpSteps = 200 }: AdditionRunOptions): AdditionRun {
  const { demonstrations, right } = noisySums(warmUpSteps * WARM_UP.batchSize, seed);
  const backend = {
    model: {
      layers: 1,
      width: 64,
      heads: 4,
      feedForward: 256,
      context: 8,
      characters: '0123456789+=',
      seed,
    },
    // Held to what the warm-up left, so that an answer stays possible until it was once right, and an answer.
    training: { learningRate: 1.5e-3, referenceKl: 0.1 },
    warmUp: { ...WARM_UP, steps: warmUpSteps, demonstrations, seed },
  };
  const config = {
    algorithm: { estimator: 'grpo' },
    data: { trainBatchSize: TASKS, seed },
    workflow: { nParallelTasks: 16 * TASKS },
    rollout: {
      n: 16,
      train: { temperature: 1, maxTokens: 2 },
      val: { temperature: 0, maxTokens: 2 },
    },
    trainer: {
      totalEpochs: Math.ceil((updates * TASKS) / SUMS.length),
      totalBatches: updates,
      testFreq: 20,
      valBeforeTrain: true,
    },
  };
  const trainer = { workflow: add, trainDataset: SUMS, valDataset: SUMS };
  return { backend, trainer, config, right };
}
