import type { TrainerState } from './trainer-state.ts';

/**
 * Why a run ended: all `'epochs'` were done, `'total-batches'` were reached, the signal `'aborted'` it, or it was told
 * to validate only.
 */
export type StopReason = 'epochs' | 'total-batches' | 'aborted' | 'val-only';

/** What came of a run. */
export interface TrainResult<Batch = unknown, Task = unknown> {
  /** Steps that this run did; those before a resume are not among them. */
  readonly steps: number;
  /** Passes over the training set that this run began, also where it stopped before the end of the last one. */
  readonly epochs: number;
  readonly stopReason: StopReason;
  /** Of the last step; empty when there was none. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Of the last validation; null when there was none. */
  readonly valMetrics: Readonly<Record<string, number>> | null;
  /** Steps that a tracker did not take, by its name; a tracker that took all is not among them. */
  readonly untracked: Readonly<Record<string, number>>;
  /** The step of the checkpoint that the run went on from; null when it started anew. */
  readonly resumedFrom: number | null;
  /** Where the last checkpoint is, saved or resumed from; null: there is none. */
  readonly checkpoint: string | null;
  /** Where trackers and the backend wrote, if they wrote files. */
  readonly runFolder: string;
  readonly state: TrainerState<Batch, Task>;
}
