import type { TrackerStates } from '../advantage/tracked.ts';
import type { TaskLoader } from '../datasets/task-loader.ts';
import { createRejectionState, type RejectionState } from '../grouping/rejection-state.ts';
import type { Episode } from '../types/episode.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/**
 * What a run knows: counters that live as long as it, and the batch in work. Backends and hooks read it and write on
 * it.
 *
 * Source: rLLM's `TrainerState`.
 *
 * @example
 * const state = new TrainerState();
 * state.episodes = [createEpisode({ id: 't:0' })];
 * state.hasEpisodes; // true
 * state.resetBatch();
 * state.hasEpisodes; // false
 */
export class TrainerState<Batch = unknown, Task = unknown> {
  /** What rejection sampling gathered; forgotten once its groups were released, not with every batch. */
  rsState: RejectionState = createRejectionState();
  /** What estimators with a tracker remember, by role; it is saved with checkpoints. */
  trackers: TrackerStates = new Map();
  /** The step in work, from 1; 0 before training. After the run: the last step that was done. */
  globalStep = 0;
  /** From 0. */
  epoch = 0;
  /** Steps that the run will do, as far as it is known. */
  totalSteps = 0;
  isTraining = true;
  /** Updates that were made. */
  weightVersion = 0;
  trainDataloader: TaskLoader<Task> | null = null;
  /** Seconds, by the name of what took them. */
  timingDict: Record<string, number> = {};
  metrics: Record<string, number> = {};
  extraInfo: Record<string, unknown> = {};
  episodes: Episode[] | null = null;
  trajectoryGroups: TrajectoryGroup[] | null = null;
  backendBatch: Batch | null = null;

  /** Forgets the batch; the counters and what rejection sampling gathered stay. */
  resetBatch(): void {
    this.episodes = null;
    this.trajectoryGroups = null;
    this.backendBatch = null;
    this.timingDict = {};
    this.metrics = {};
    this.extraInfo = {};
  }

  /** Whether there is at least one. */
  get hasEpisodes(): boolean {
    return (this.episodes?.length ?? 0) > 0;
  }

  /** Whether there is at least one. */
  get hasTrajectoryGroups(): boolean {
    return (this.trajectoryGroups?.length ?? 0) > 0;
  }

  /** Whether there is one; an empty list is one. */
  get hasBackendBatch(): boolean {
    return this.backendBatch !== null && this.backendBatch !== undefined;
  }
}
