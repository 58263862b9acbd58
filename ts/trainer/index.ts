export { byteTokenizer, type ScriptedTokenizer } from '../backends/scripted/byte-tokenizer.ts';
export type {
  Respond,
  ScriptedAnswer,
  ScriptedRequest,
  ScriptedToolCall,
} from '../backends/scripted/scripted-answer.ts';
export {
  ScriptedBackend,
  type ScriptedBackendOptions,
  type ScriptedEvent,
  type ScriptedHook,
} from '../backends/scripted/scripted-backend.ts';
export type { ScriptedBatch, ScriptedRow } from '../backends/scripted/scripted-batch.ts';
export { ScriptedEngine, type ScriptedExchange } from '../backends/scripted/scripted-engine.ts';
export { AsyncTrainingConfig } from '../config/async-training-config.ts';
export { TrainerConfig, type TrainerConfigInit } from '../config/trainer-config.ts';
export type { TrainerConfigOptions } from '../config/trainer-config-options.ts';
export type { LoaderOptions } from '../datasets/batch-cursor.ts';
export type { Dataset, DatasetInput } from '../datasets/dataset.ts';
export { StatefulTaskDataLoader } from '../datasets/stateful-task-data-loader.ts';
export type { LoaderState, TaskLoader } from '../datasets/task-loader.ts';
export { toDataset } from '../datasets/to-dataset.ts';
export { ConsoleTracker } from '../tracking/console-tracker.ts';
export { EpisodeLogger } from '../tracking/episode-logger.ts';
export type { EpisodeBatch, EpisodeSink } from '../tracking/episode-sink.ts';
export { FileTracker } from '../tracking/file-tracker.ts';
export {
  type TensorBoardOptions,
  TensorBoardTracker,
} from '../tracking/tensorboard/tensorboard-tracker.ts';
export type { TrackedStep, Tracker } from '../tracking/tracker.ts';
export { Tracking, type TrackingOptions } from '../tracking/tracking.ts';
export type { WorkflowAgent, WorkflowEnvironment } from '../workflow/agent.ts';
export type { EngineCounts } from '../workflow/engine-counts.ts';
export type { ExecuteTasksOptions, WorkflowEngineOptions } from '../workflow/engine-options.ts';
export type { ErrorDetails } from '../workflow/error-details.ts';
export { InMemoryStore } from '../workflow/in-memory-store.ts';
export {
  InProcessExecutor,
  type InProcessExecutorOptions,
} from '../workflow/in-process-executor.ts';
export { createLanguageModel, type LanguageModel } from '../workflow/model/language-model.ts';
export type {
  LanguageModelCallOptions,
  LanguageModelStreamPart,
} from '../workflow/model/language-model-types.ts';
export type { ChatOptions, ModelClient } from '../workflow/model/model-client.ts';
export { createFetch } from '../workflow/model/openai-fetch.ts';
export {
  type LostRequests,
  RecordingModel,
  type RecordingModelOptions,
} from '../workflow/model/recording-model.ts';
export { createWorkflowContext, type WorkflowContextOptions } from '../workflow/rollout-context.ts';
export type { ModelRequest, RolloutEngine } from '../workflow/rollout-engine.ts';
export type {
  ExecuteOptions,
  RolloutExecutor,
  RolloutJob,
  RolloutResult,
  RunAttempt,
} from '../workflow/rollout-executor.ts';
export type { Store } from '../workflow/store.ts';
export { TerminationEvent } from '../workflow/termination-event.ts';
export { UnifiedWorkflowEngine } from '../workflow/unified-workflow-engine.ts';
export { type Scorer, type ScorerOptions, withScorer } from '../workflow/with-scorer.ts';
export { Workflow, type WorkflowOptions, type WorkflowRunOptions } from '../workflow/workflow.ts';
export type { AgentHandle, WorkflowContext } from '../workflow/workflow-context.ts';
export type {
  RoleRewards,
  WorkflowClass,
  WorkflowFunction,
  WorkflowInput,
  WorkflowResult,
} from '../workflow/workflow-input.ts';
export type {
  Backend,
  BackendContext,
  BackendHook,
  GenerateOptions,
  Tokenizer,
} from './backend.ts';
export type { CheckpointStore } from './checkpoint/checkpoint-store.ts';
export { FileCheckpointStore } from './checkpoint/file-checkpoint-store.ts';
export { MemoryCheckpointStore } from './checkpoint/memory-checkpoint-store.ts';
export type { ConfigFile } from './config-files/config-file.ts';
export {
  type ConfigFolder,
  folderInMemory,
  folderOnDisk,
} from './config-files/config-folder.ts';
export { loadTrainerConfig } from './config-files/load-trainer-config.ts';
export { type ConfigFileOptions, readConfigFile } from './config-files/read-config-file.ts';
export type { StageName, TrainProgress } from './train-progress.ts';
export type { StopReason, TrainResult } from './train-result.ts';
export type { TrainerOptions } from './trainer-options.ts';
export { TrainerState } from './trainer-state.ts';
export { TrainingError } from './training-error.ts';
export { UnifiedTrainer } from './unified-trainer.ts';
