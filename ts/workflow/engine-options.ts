import type { OptionNames } from '../errors/check-options.ts';
import type { OnWarning } from '../errors/warning.ts';
import type { EpisodeSink } from '../tracking/episode-sink.ts';
import type { Episode } from '../types/episode.ts';
import type { SamplingParams } from '../types/sampling-params.ts';
import type { RolloutEngine } from './rollout-engine.ts';
import type { RolloutExecutor } from './rollout-executor.ts';
import type { Store } from './store.ts';
import type { WorkflowInput } from './workflow-input.ts';

export interface WorkflowEngineOptions<Task> {
  /** A function `(task, ctx) => …`, what `withScorer` gives, or a class that extends Workflow. */
  readonly workflow: WorkflowInput<Task>;
  /**
   * As in a config file: `timeout` (seconds an attempt may take, 1e6; with a class its reset and its run each), and for
   * classes `gamma`, `reward_bonus_coeff` and what else their constructor takes.
   */
  readonly workflowArgs?: Readonly<Record<string, unknown>>;
  readonly rolloutEngine: RolloutEngine;
  /** Sampling parameters, for training and for validation. Default: the rollout engine's choice. */
  readonly rollout?: { readonly train?: SamplingParams; readonly val?: SamplingParams };
  /** Rollouts that run at a time. Default 128. Of the default executor, as the next two. */
  readonly nParallelTasks?: number;
  /** Attempts at a rollout that ends with an error. Default 3. */
  readonly retryLimit?: number;
  /** Longest wait before the second attempt, in seconds, doubled with each further one; 0, the default: none. */
  readonly retryBackoff?: number;
  /** Whether a rollout of which all attempts failed ends the call. Default true. */
  readonly raiseOnError?: boolean;
  /** Gets the episodes of each call of `executeTasks`. What it throws is warned of and stops nothing. Default none. */
  readonly episodeLogger?: EpisodeSink | null;
  /** Called with the episodes of each call of `executeTasks`, before they are logged and returned. */
  readonly postExecuteHook?: (episodes: readonly Episode[]) => void | Promise<void>;
  /** Values that outlive episodes. Default: an empty store in memory. */
  readonly store?: Store;
  /** Where rollouts are made. Default: in this process. */
  readonly executor?: RolloutExecutor<Task>;
  /** Gives up all rollouts. */
  readonly signal?: AbortSignal;
  /** Default: the first warning of each kind is printed. */
  readonly onWarning?: OnWarning;
}

export const ENGINE_OPTIONS: OptionNames<WorkflowEngineOptions<never>> = {
  workflow: true,
  workflowArgs: true,
  rolloutEngine: true,
  rollout: true,
  nParallelTasks: true,
  retryLimit: true,
  retryBackoff: true,
  raiseOnError: true,
  episodeLogger: true,
  postExecuteHook: true,
  store: true,
  executor: true,
  signal: true,
  onWarning: true,
};

/** Of one call of the engine. */
export interface ExecuteTasksOptions {
  /** Samples with the parameters for validation. Default false. */
  readonly isValidation?: boolean;
  /** Gives up the rollouts of this call. */
  readonly signal?: AbortSignal;
  /** Called with each episode as soon as it is there, in the order in which they end. */
  readonly onEpisode?: (episode: Episode) => void;
}
