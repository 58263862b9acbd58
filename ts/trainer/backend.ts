import type { TaskLoader } from '../datasets/task-loader.ts';
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
  /** Null when it is not known: there is no training set. */
  readonly totalTrainingSteps: number | null;
  /** Aborts when the run was told to stop. */
  readonly signal: AbortSignal;
}

/** Decodes token ids for people; the print of last steps uses it. */
export interface Tokenizer {
  decode(ids: readonly number[]): string;
}

/**
 * What trains the model. Four members are required; all others have defaults, which are said at each.
 *
 * Every hook may change the state. An error in any member ends the run, with the name of the stage, after
 * `onTrainEnd` and `shutdown`.
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

  /** For the print of last steps; without one there is none. */
  readonly tokenizer?: Tokenizer;
  /** Top-level sections of the config file that this backend reads: `['model', 'training']`. Others are reported as ignored. */
  readonly configSections?: readonly string[];
  /** Refuses a config by throwing. Default: takes any. */
  validateConfig?(config: TrainerConfig): void;
  /** Stage 1. Default: each task `rollout.n` (`n_val`) times, next to each other, through the engine. */
  generateEpisodes?(
    batch: readonly unknown[],
    engine: UnifiedWorkflowEngine<never>,
    options: { readonly isValidation: boolean; readonly signal: AbortSignal },
  ): Promise<Episode[]>;
  /** Stage 6. Default: the collector, over `state.trajectoryGroups`; its metrics go to the state. */
  computeAdvantages?(state: TrainerState<Batch>, config: AlgorithmConfig): Awaitable<void>;
  /** May set `state.globalStep` and the loader's place, to resume. Default of this and the next five: nothing. */
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
  /** The older layout's way to bring loaders of one's own. Default: made from the datasets. */
  getDataloader?(
    dataset: unknown,
    state: TrainerState<Batch>,
  ): Awaitable<TaskLoader<unknown> | Iterable<readonly unknown[]>>;
  /** Frees what the backend holds; called once, also after errors. */
  shutdown?(): Awaitable<void>;
}
