// What a run is made of: model, warm-up, update, and the config of the trainer.

import type { LocalBackendOptions } from 'upperhand/local';
import type { Store, TrainerConfigInit, WorkflowFunction } from 'upperhand/trainer';
import { CELLS, cellName, MOVES, STARTS } from './lake.ts';
import { type LakeTask, MOST_MOVES, play } from './play.ts';
import { HardStarts } from './starts.ts';
import { randomGames } from './warm-up.ts';

const TASKS = 32;
const GAMES_OF_A_TASK = 16;
const WARM_UP = { steps: 60, batchSize: 64, learningRate: 2e-3 };

export interface LakeRunOptions {
  /** Of the first parameters, of the games and of all that is drawn. */
  readonly seed: number;
  readonly updates: number;
  /** `new InMemoryStore()`. */
  readonly store: Store;
  /** Default `grpo`. */
  readonly estimator?: string;
  /** The rest of the section `algorithm`: the loss, its clip range, rejection. Default: nothing. */
  readonly algorithm?: NonNullable<TrainerConfigInit['algorithm']>;
  /** Optimizer steps of an update. Default 1: ratios are 1 then, and losses that clip them do not. */
  readonly numMinibatches?: number;
  /** Default 4e-3. */
  readonly learningRate?: number;
  /** Weight of the divergence from the policy after the warm-up. Default 0.1. */
  readonly referenceKl?: number;
  /** Default 1. */
  readonly layers?: number;
  /** Updates of the warm-up. Default 60. */
  readonly warmUpSteps?: number;
  /** Tasks of an update, each played 16 times. Default 32. */
  readonly tasks?: number;
}

/** What files and people want of a run is left to the caller. */
export interface LakeRun {
  readonly backend: Required<Pick<LocalBackendOptions, 'model' | 'training' | 'warmUp'>>;
  readonly trainer: {
    readonly workflow: WorkflowFunction<LakeTask>;
    readonly trainDataset: HardStarts;
    readonly valDataset: readonly LakeTask[];
    readonly store: Store;
  };
  readonly config: TrainerConfigInit;
  /** Of an update. */
  readonly games: number;
}

export function lakeRun(options: LakeRunOptions): LakeRun {
  const { seed, updates, store, estimator = 'grpo', learningRate = 4e-3 } = options;
  const { algorithm = {}, numMinibatches = 1 } = options;
  const { referenceKl = 0.1, layers = 1, warmUpSteps = WARM_UP.steps, tasks = TASKS } = options;
  const games = GAMES_OF_A_TASK * tasks;
  const starts = new HardStarts(tasks * updates, store, seed);
  const backend = {
    // A game has a token that begins it, and two for each move.
    model: {
      layers,
      width: 64,
      heads: 4,
      feedForward: 256,
      context: 1 + 2 * MOST_MOVES,
      characters: [...CELLS.map(cellName), ...MOVES].join(''),
      seed,
    },
    training: {
      learningRate,
      // Holds the policy to moves that are all as likely. Without it those that are seldom right are unlearned before
      // they are ever right, and where rewards say nothing it would wander off to what is no move at all.
      referenceKl,
      // Tokens of an average update, so that one with few groups to learn from makes a small step.
      lossDivisor: 4 * games,
      numMinibatches,
    },
    warmUp: {
      ...WARM_UP,
      steps: warmUpSteps,
      demonstrations: randomGames(Math.max(warmUpSteps, 1) * WARM_UP.batchSize, seed),
      seed,
    },
  };
  const config = {
    algorithm: { estimator, ...algorithm },
    data: { trainBatchSize: tasks, seed },
    workflow: { nParallelTasks: games },
    rollout: {
      n: GAMES_OF_A_TASK,
      train: { temperature: 1, maxTokens: 1 },
      val: { temperature: 0, maxTokens: 1 },
    },
    // The dataset is one pass; how long it is says how many updates there are.
    trainer: { totalEpochs: 1, testFreq: 5, valBeforeTrain: true },
  };
  const valDataset = STARTS.map((start) => ({ id: `from ${cellName(start)}`, start }));
  const trainer = { workflow: play, trainDataset: starts, valDataset, store };
  return { backend, trainer, config, games };
}
