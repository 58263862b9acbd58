import type { TaskLoader } from '../datasets/task-loader.ts';
import type { EstimatorInputs } from '../estimators/estimator-input.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { Episode } from '../types/episode.ts';
import type { TrainerConfig } from '../types/trainer-config.ts';
import type { RolloutEngine } from '../workflow/rollout-engine.ts';
import type { UnifiedWorkflowEngine } from '../workflow/unified-workflow-engine.ts';
import type { TrainerState } from './trainer-state.ts';

type Awaitable<T> = T | Promise<T>;

/** What a backend is told before the run. */
export interface BackendContext {
  readonly config: TrainerConfig;
  /** Where the run's files are to be. */
  readonly runFolder: string;
  /** Null when it is not known: there is no training set, or the backend brings its own loader. */
  readonly totalTrainingSteps: number | null;
  /**
   * Aborts when the run is given up: it failed, or `shutdown` was called while it was going on. A run that is told to
   * stop by the trainer's own `signal` still does the step in flight. It is for what rollouts wait for: `onTrainEnd`
   * and `shutdown` come after it.
   */
  readonly signal: AbortSignal;
}

/** What belongs to a call of `generateEpisodes`. */
export interface GenerateOptions {
  readonly isValidation: boolean;
  /** See {@link BackendContext.signal}. */
  readonly signal: AbortSignal;
  /** To be called with each episode when it is done, so that progress is seen; `executeTasks` takes it as it is. */
  readonly onEpisode: (episode: Episode) => void;
}

/** Decodes token ids for people; the print of last steps uses it. */
export interface Tokenizer {
  decode(ids: readonly number[]): string;
}

/**
 * What trains the model. A name and four methods are required; all else has a default, which is said at each.
 *
 * The order: `validateConfig` when the trainer is made; `initRolloutEngine`, `onTrainStart`, when a run goes on
 * from a checkpoint `loadState`; then, for each epoch
 * between `onEpochStart` and `onEpochEnd`, for each batch between `onBatchStart` and `onBatchEnd`, the stages; at last
 * `onTrainEnd` and `shutdown`. All but `validateConfig` may return a promise, which is waited for, and each hook may
 * change the state.
 *
 * What a member throws ends the run once, with the name of the stage or the hook: of all members only `onTrainEnd` (once
 * `initRolloutEngine` was called) and `shutdown` are called after that, in this order, and what they throw in their turn
 * is a warning. So `onBatchEnd` and `onEpochEnd` never see a step that failed.
 *
 * Source: rLLM's `BackendProtocol`.
 *
 * @typeParam Batch - what the backend makes of a batch of trajectory groups
 */
export interface Backend<Batch = unknown> {
  readonly name: string;

  /** Makes the model that workflows sample from. Called once, before anything else but `validateConfig`. */
  initRolloutEngine(context: BackendContext): Awaitable<RolloutEngine>;
  /** Stage 4: makes the backend's batch of `state.trajectoryGroups`. */
  transformToBackendBatch(state: TrainerState<Batch>): Awaitable<Batch | null>;
  /** Stage 5: log-probabilities, reference model, … Must leave a `state.backendBatch`. Advantages are not there yet. */
  processBackendBatch(state: TrainerState<Batch>): Awaitable<void>;
  /** Stage 7: changes the weights. */
  updatePolicy(state: TrainerState<Batch>): Awaitable<void>;

  /** For the print of last steps; without one there is none. May be there only after `initRolloutEngine`. */
  readonly tokenizer?: Tokenizer | null;
  /** Where this backend's config puts the run's files. Default null: where the trainer puts them. */
  readonly runFolder?: string | null;
  /** Top-level sections of the config file that this backend reads: `['model', 'training']`. Others are reported as ignored. */
  readonly configSections?: readonly string[];
  /**
   * What estimators need, trajectories do not hold and this backend has, by its name: log-probabilities under a reference,
   * a critic's values. Asked in stage 6, for each role and only where the role's estimator needs it. An estimator that needs
   * what is not here is refused when the trainer is made. Default: nothing.
   */
  readonly estimatorInputs?: EstimatorInputs<[state: TrainerState<Batch>]>;
  /** Refuses a config by throwing, at once. Default: takes any. */
  validateConfig?(config: TrainerConfig): void;
  /**
   * Stage 1. Default: each task `rollout.n` (`n_val`) times, next to each other, through the engine. The task's `id`
   * names its episodes; a task without one is called by mode, step and place in the batch, so that equal runs have
   * equal ids.
   */
  generateEpisodes?(
    batch: readonly unknown[],
    engine: UnifiedWorkflowEngine,
    options: GenerateOptions,
  ): Promise<Episode[]>;
  /**
   * Stage 6. Default: `collect`, which writes the advantages of `state.trajectoryGroups` by the estimators of the
   * config, and their metrics into the state. One of your own may call it, or compute them otherwise.
   */
  computeAdvantages?(
    state: TrainerState<Batch>,
    config: AlgorithmConfig,
    collect: () => void,
  ): Awaitable<void>;
  /**
   * All that the backend would need to go on exactly as it would have: policy, optimizer, random numbers. It is asked
   * between steps, when a checkpoint is saved, and after the last one. With `loadState`, which must be there too,
   * the trainer has checkpoints; a backend without them may save its own in its hooks. Default: there are none.
   */
  saveState?(state: TrainerState<Batch>): Awaitable<Uint8Array>;
  /**
   * Takes back what `saveState` gave, in place of what the backend has. Called once, after `onTrainStart` and before
   * the first step; the counters of the state are those of the checkpoint then. May refuse the bytes by throwing.
   */
  loadState?(bytes: Uint8Array, state: TrainerState<Batch>): Awaitable<void>;
  /**
   * May set `state.globalStep`, `state.weightVersion` and the loader's place, to resume. Default of this and the next
   * five: nothing.
   */
  onTrainStart?(state: TrainerState<Batch>): Awaitable<void>;
  onTrainEnd?(state: TrainerState<Batch>): Awaitable<void>;
  onEpochStart?(state: TrainerState<Batch>): Awaitable<void>;
  onEpochEnd?(state: TrainerState<Batch>): Awaitable<void>;
  onBatchStart?(state: TrainerState<Batch>): Awaitable<void>;
  onBatchEnd?(state: TrainerState<Batch>): Awaitable<void>;
  /** False skips the validation. Default: true. `state.isTraining` is the trainer's to set. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing validates.
  onValidationStart?(state: TrainerState<Batch>): Awaitable<boolean | void>;
  onValidationEnd?(state: TrainerState<Batch>): Awaitable<void>;
  /** After new weights were given to the rollout engine, by loops that sample while they train. */
  onPolicyUpdated?(state: TrainerState<Batch>): Awaitable<void>;
  /**
   * The older layout's way to bring loaders of one's own: asked with the trainer's dataset once when training begins,
   * and for each validation. What has a `length` in batches tells how long the run is; epochs count from its `epoch`,
   * or from 0. Default: loaders are made from the datasets.
   */
  getDataloader?(
    dataset: unknown,
    state: TrainerState<Batch>,
  ): Awaitable<TaskLoader<unknown> | Iterable<readonly unknown[]>>;
  /** Frees what the backend holds; called once, also after errors. Default: nothing. */
  shutdown?(): Awaitable<void>;
}

/** The members that tell how far the run is. */
export type BackendHook = Extract<keyof Backend, `on${string}`>;
