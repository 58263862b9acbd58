import type { TerminationReason } from '../types/termination-reason.ts';
import type {
  DataConfig,
  LoopConfig,
  RolloutConfig,
  WorkflowConfig,
} from '../types/trainer-config.ts';
import { choice, type Field, flag, names, numeric, orNull, text } from './field.ts';

type Fields<T> = { readonly [K in keyof T]: Field<T[K]> };

/** The fields of the sections that only the trainer reads, with the defaults of rLLM's base.yaml. */

export const DATA: Fields<DataConfig> = {
  trainBatchSize: numeric('train_batch_size', 64, { integer: true, min: 1 }),
  valBatchSize: numeric('val_batch_size', -1, { integer: true, min: -1 }),
  maxPromptLength: numeric('max_prompt_length', 2048, { integer: true, min: 1 }),
  maxResponseLength: numeric('max_response_length', 30720, { integer: true, min: 1 }),
  seed: numeric('seed', 0, { integer: true }),
};

export const WORKFLOW: Fields<Omit<WorkflowConfig, 'workflowArgs'>> = {
  nParallelTasks: numeric('n_parallel_tasks', 256, { integer: true, min: 1 }),
  retryLimit: numeric('retry_limit', 3, { integer: true, min: 1 }),
  retryBackoff: numeric('retry_backoff', 0, { min: 0 }),
  raiseOnError: flag('raise_on_error', true),
};

export const ROLLOUT: Fields<Pick<RolloutConfig, 'n' | 'nVal'>> = {
  n: numeric('n', 8, { integer: true, min: 1 }),
  nVal: numeric('n_val', 1, { integer: true, min: 1 }),
};

export const LOOP: Fields<LoopConfig> = {
  totalEpochs: numeric('total_epochs', 10, { integer: true, min: 0 }),
  totalBatches: numeric('total_batches', -1, { integer: true }),
  logger: names('logger', ['console']),
  projectName: text('project_name', 'rllm-training'),
  experimentName: text('experiment_name', 'default'),
  testFreq: numeric('test_freq', 5, { integer: true }),
  saveFreq: numeric('save_freq', 20, { integer: true }),
  defaultLocalDir: orNull(text('default_local_dir', '')),
  resumeMode: choice('resume_mode', 'auto', ['auto', 'disable', 'resume_path']),
  resumeFromPath: orNull(text('resume_from_path', '')),
  valBeforeTrain: flag('val_before_train', false),
  valOnly: flag('val_only', false),
};

export const MULTIPLIER: Field<number> = numeric('multiplier', 1, { above: 0 });

/** Keys of section `rllm` that belong to other parts of rLLM, so that none is taken for a misspelling. */
export const OTHER_PARTS: readonly string[] = [
  'agent',
  'env',
  'backend',
  'sdk',
  'gateway',
  'remote_runtime',
  'disable_thinking',
  'accumulate_reasoning',
  'mask_truncated_samples',
  'filter_token_mismatch',
  'distill',
];

/** What rLLM's base.yaml masks once compact filtering is enabled; the sections of its code mask nothing by default. */
export const BASE_MASKS: readonly TerminationReason[] = [
  'max_prompt_length_exceeded',
  'max_response_length_exceeded',
  'max_turns_exceeded',
  'timeout',
  'error',
];
