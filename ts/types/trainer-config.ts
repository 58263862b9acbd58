import type { AlgorithmConfig } from './algorithm-config.ts';
import type { AsyncTrainingConfig } from './async-training-config.ts';
import type { CompactFilteringConfig } from './compact-filtering-config.ts';
import type { RejectionSamplingConfig } from './rejection-sampling-config.ts';
import type { SamplingParams } from './sampling-params.ts';
import type { TransformConfig } from './transform-config.ts';

/** Section `rllm.data`. */
export interface DataConfig {
  /** Tasks of a step, before `rejection_sample.multiplier`. Default 64. */
  readonly trainBatchSize: number;
  /** −1: the whole set. Default −1. */
  readonly valBatchSize: number;
  /** Tokens. Default 2048. */
  readonly maxPromptLength: number;
  /** Tokens; also the default of `rollout.train.max_tokens` and `rollout.val.max_tokens`. Default 30720. */
  readonly maxResponseLength: number;
  /** Of the order of tasks. Default 0. */
  readonly seed: number;
}

/** Section `rllm.workflow`. */
export interface WorkflowConfig {
  /** What a config file gives to the workflow; `timeout`, `gamma` and `reward_bonus_coeff` among it. */
  readonly workflowArgs: Readonly<Record<string, unknown>>;
  /** Rollouts that run at a time. Default 256. */
  readonly nParallelTasks: number;
  /** Attempts at a rollout that ends with an error. Default 3. */
  readonly retryLimit: number;
  /** Longest wait before the second attempt, in seconds, doubled with each further one; 0: none. Default 0. */
  readonly retryBackoff: number;
  /** Whether a rollout of which all attempts failed ends the run. Default true. */
  readonly raiseOnError: boolean;
}

/** Section `rllm.rollout`. */
export interface RolloutConfig {
  /** Attempts at a task, which form its groups. Default 8. */
  readonly n: number;
  /** The same in validation. Default 1. */
  readonly nVal: number;
  /** Default temperature 1, top_p 1, max_tokens `data.max_response_length`. */
  readonly train: SamplingParams;
  readonly val: SamplingParams;
}

export type ResumeMode = 'auto' | 'disable' | 'resume_path';

/** Section `rllm.trainer`. */
export interface LoopConfig {
  /** Default 10. */
  readonly totalEpochs: number;
  /** Steps after which the run ends; ≤ 0: only epochs count. Default −1. */
  readonly totalBatches: number;
  /** Names of trackers. Default `['console']`. */
  readonly logger: readonly string[];
  /** Default `'rllm-training'`. */
  readonly projectName: string;
  /** Default `'default'`. */
  readonly experimentName: string;
  /** Steps between validations; ≤ 0: none. Default 5. */
  readonly testFreq: number;
  /** Steps between checkpoints; the last step is saved too; ≤ 0: none. Default 20. */
  readonly saveFreq: number;
  /** Where checkpoints are; null: in the run folder. Default null. */
  readonly defaultLocalDir: string | null;
  /**
   * `'auto'`: a run goes on from its latest checkpoint, if there is one; `'disable'`: it starts anew; `'resume_path'`:
   * it goes on from `resumeFromPath`. Default `'auto'`.
   */
  readonly resumeMode: ResumeMode;
  /** A folder `global_step_{N}`. Default null. */
  readonly resumeFromPath: string | null;
  /** Default false. */
  readonly valBeforeTrain: boolean;
  /** Together with `val_before_train`: no training. Default false. */
  readonly valOnly: boolean;
}

/** Section `rllm.episode_logging`. */
export interface EpisodeLoggingConfig {
  /** Default false. */
  readonly logEpisodes: boolean;
  /** Default `logs/{project_name}/{experiment_name}`. */
  readonly episodeLogDir: string;
}

/** All that a run is told by its config. */
export interface TrainerConfig {
  readonly algorithm: AlgorithmConfig;
  readonly compactFiltering: CompactFilteringConfig;
  readonly transform: TransformConfig;
  /** With `multiplier`, which enlarges the batches; it is 1 unless rejection sampling is on. */
  readonly rejectionSampling: RejectionSamplingConfig & { readonly multiplier: number };
  readonly asyncTraining: AsyncTrainingConfig;
  readonly data: DataConfig;
  readonly workflow: WorkflowConfig;
  readonly rollout: RolloutConfig;
  readonly trainer: LoopConfig;
  readonly episodeLogging: EpisodeLoggingConfig;
  /** The whole config as it was given, for the sections that only the backend knows. */
  readonly root: Readonly<Record<string, unknown>>;
}
