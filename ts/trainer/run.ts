import type { OnWarning } from '../errors/warning.ts';
import type { TrajGroupingHook } from '../grouping/traj-grouping-hook.ts';
import type { Tracker } from '../tracking/tracker.ts';
import type { TrainerConfig } from '../types/trainer-config.ts';
import type { RolloutEngine } from '../workflow/rollout-engine.ts';
import type { UnifiedWorkflowEngine } from '../workflow/unified-workflow-engine.ts';
import type { Backend } from './backend.ts';
import type { BatchSource } from './batch-source.ts';
import type { Checkpoints } from './checkpoint/checkpoints.ts';
import type { TrainProgress } from './train-progress.ts';
import type { TrainerOptions } from './trainer-options.ts';
import type { TrainerState } from './trainer-state.ts';

/** What the loop, its stages and validation work with. */
export interface Run {
  readonly backend: Backend;
  readonly config: TrainerConfig;
  readonly state: TrainerState;
  readonly rolloutEngine: RolloutEngine;
  readonly engine: UnifiedWorkflowEngine;
  readonly tracking: Tracker;
  readonly trajGroupingHook: TrajGroupingHook | undefined;
  readonly dropUniform: TrainerOptions['dropUniform'];
  /** Null: the backend has none, or there is nowhere to keep them. */
  readonly checkpoints: Checkpoints | null;
  /** The step that the run ended with before, last validation and all; null: it goes on, or starts anew. */
  readonly doneAt: number | null;
  /** Asked once, when training begins. */
  trainBatches(): Promise<BatchSource>;
  /** Asked for every validation; null: there is no validation set. */
  valBatches(): Promise<BatchSource | null>;
  /** Whether the run was told to stop after the step in flight. */
  isStopped(): boolean;
  /** Aborts when the run is given up, so that rollouts in flight end. */
  readonly signal: AbortSignal;
  readonly onWarning: OnWarning;
  /** After the trackers, with what they were given. */
  readonly onStep: TrainerOptions['onStep'];
  report(event: TrainProgress): void;
  print(text: string): void;
}

/** Where a run stands, for its reports. */
export function placeOf({ globalStep, totalSteps, epoch }: TrainerState): {
  step: number;
  totalSteps: number;
  epoch: number;
} {
  return { step: globalStep, totalSteps, epoch };
}
