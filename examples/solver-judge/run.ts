// What a run is made of: model, warm-up, update, and the config of the trainer.

import type { EstimatorMapInit } from 'upperhand';
import type { LocalBackendOptions } from 'upperhand/local';
import type { TrainerConfigInit, WorkflowFunction } from 'upperhand/trainer';
import {
  ANSWERS,
  HELD_OUT,
  type Pair,
  type Question,
  TRAINED,
  UNSEEN_PAIRS,
  VERDICTS,
} from './parity.ts';
import { solveAndJudge } from './solve-and-judge.ts';
import { randomAnswers } from './warm-up.ts';

const WARM_UP = { steps: 60, batchSize: 64, learningRate: 2e-3 };
/** Two batches are all questions that are trained on. */
const TASKS = TRAINED.length / 2;

export interface JudgeRunOptions {
  /** Of the first parameters, of the warm-up and of all that is drawn. */
  readonly seed: number;
  readonly updates: number;
  /** Questions of an update, each asked 8 times. Default 35, half of all. */
  readonly tasks?: number;
  /** Updates of the warm-up. Default 60. */
  readonly warmUpSteps?: number;
}

export interface JudgeRun {
  readonly backend: Required<Pick<LocalBackendOptions, 'model' | 'training' | 'warmUp'>>;
  readonly trainer: {
    readonly workflow: WorkflowFunction<Question | Pair>;
    readonly trainDataset: readonly Question[];
    readonly valDataset: readonly (Question | Pair)[];
    readonly trajGroupAdvEstimatorMap: EstimatorMapInit;
  };
  readonly config: TrainerConfigInit;
}

/** What files and people want of a run is left to the caller. */
export function judgeRun(options: JudgeRunOptions): JudgeRun {
  const { seed, updates, tasks = TASKS, warmUpSteps = WARM_UP.steps } = options;
  const demonstrations = randomAnswers(Math.max(warmUpSteps, 1) * WARM_UP.batchSize, seed);
  const backend = {
    // The judge reads tokens that the solver read, so what the solver learns about a number is there for it in the
    // first layer, and the second one can hold it against the answers.
    model: {
      layers: 2,
      width: 64,
      heads: 4,
      feedForward: 256,
      context: 8,
      characters: ['0123456789?:', ...ANSWERS, ...VERDICTS].join(''),
      seed,
    },
    // Without the bonus a judge that knows nothing yet settles on one of its verdicts. With a small eps the steps of a
    // policy that is nearly always right are as large as before, in directions that say little, and unlearn verdicts.
    training: { learningRate: 2e-3, eps: 5e-4, entropyBonus: 0.1 },
    warmUp: { ...WARM_UP, steps: warmUpSteps, demonstrations, seed },
  };
  const config = {
    data: { trainBatchSize: tasks, seed },
    workflow: { nParallelTasks: 8 * tasks },
    rollout: {
      n: 8,
      train: { temperature: 1, maxTokens: 1 },
      val: { temperature: 0, maxTokens: 1 },
    },
    trainer: {
      totalEpochs: Math.ceil(updates / Math.floor(TRAINED.length / tasks)),
      totalBatches: updates,
      testFreq: 5,
      valBeforeTrain: true,
    },
  };
  const trainer = {
    workflow: solveAndJudge,
    trainDataset: TRAINED,
    valDataset: [...HELD_OUT, ...UNSEEN_PAIRS],
    trajGroupAdvEstimatorMap: {
      solver: ['grpo', 'ppo'],
      judge: ['rloo', 'importance_sampling'],
    } as const,
  };
  return { backend, trainer, config };
}
