import type { EstimatorMapInit } from '../config/estimator-map.ts';
import type { TrainerConfig, TrainerConfigInit } from '../config/trainer-config.ts';
import type { DatasetInput } from '../datasets/dataset.ts';
import type { OnWarning } from '../errors/warning.ts';
import type { TrajGroupingHook } from '../grouping/traj-grouping-hook.ts';
import type { UniformGroupOptions } from '../grouping/uniform-group.ts';
import type { TrackedStep, Tracker } from '../tracking/tracker.ts';
import type { RolloutExecutor } from '../workflow/rollout-executor.ts';
import type { Store } from '../workflow/store.ts';
import type { WorkflowInput } from '../workflow/workflow-input.ts';
import type { Backend } from './backend.ts';
import type { CheckpointStore } from './checkpoint/checkpoint-store.ts';
import type { TrainProgress } from './train-progress.ts';

/** What {@link UnifiedTrainer} is made of. */
export interface TrainerOptions<Task = unknown, Batch = unknown> {
  readonly backend: Backend<Batch>;
  /** A config, the root of a config file (it has a section `rllm`), or fields of one. Default: all defaults. */
  readonly config?: TrainerConfig | TrainerConfigInit | Readonly<Record<string, unknown>>;
  /** Plays a task: a function, or a class of workflows. */
  readonly workflow: WorkflowInput<Task>;
  /** What the workflow is made with, beside the config's `workflow_args`, over which these win. */
  readonly workflowArgs?: Readonly<Record<string, unknown>>;
  /** Required by `fit`, unless it only validates. */
  readonly trainDataset?: DatasetInput<Task>;
  /** Without one nothing is validated. */
  readonly valDataset?: DatasetInput<Task>;
  /** Default: by task and trajectory name. */
  readonly trajGroupingHook?: TrajGroupingHook;
  /** Another estimator for single roles, or `[estimator, loss]`; goes over the config's. */
  readonly trajGroupAdvEstimatorMap?: EstimatorMapInit;
  /**
   * Drops groups that teach nothing, by a tolerance and a band, in every mode of rejection sampling (DAPO's dynamic
   * sampling). Default: none are; the config's `filter_uniform_groups` drops those whose rewards are all equal.
   */
  readonly dropUniform?: UniformGroupOptions;
  /** Shared by all workflows. Default: one in memory. */
  readonly store?: Store;
  /** Where rollouts are made. Default: in this process. */
  readonly executor?: RolloutExecutor<Task>;
  /** Instead of the trackers that the config names. */
  readonly tracking?: Tracker | readonly Tracker[];
  /**
   * Where trackers and the backend write, and the episode logger too unless the config has a folder for it. Default:
   * the backend's, else `checkpoints/{project_name}/{experiment_name}`.
   */
  readonly runFolder?: string;
  /**
   * Where checkpoints are saved and looked for, if the backend has `saveState`. Default: on disk, in the config's
   * `trainer.default_local_dir`, else in the run folder.
   */
  readonly checkpointStore?: CheckpointStore;
  /** Stops the run after the step in flight; a validation is cut short. */
  readonly signal?: AbortSignal;
  /**
   * What training itself is to learn from a step, as a curriculum that keeps averages in the store: waited for before
   * validation, checkpoint and next batch, so that a run that is resumed has it too. What it throws ends the run.
   */
  readonly onStep?: (
    metrics: Readonly<Record<string, number>>,
    step: TrackedStep,
  ) => void | Promise<void>;
  /** Told how the run goes, and not waited for. What it throws is a warning. */
  readonly onProgress?: (event: TrainProgress) => void;
  /** Default: the first warning of each kind is printed. */
  readonly onWarning?: OnWarning;
  /** Prints what the console tracker and stage 8 show. Default `console.log`. */
  readonly print?: (text: string) => void;
}
