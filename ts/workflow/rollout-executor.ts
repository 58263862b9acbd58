import type { EpisodeBatch } from '../tracking/episode-sink.ts';
import type { Episode } from '../types/episode.ts';

/** One rollout that is to be made. All of it but the task is plain data. */
export interface RolloutJob<Task = unknown> {
  /** Names the job among those of one call, from 0. */
  readonly index: number;
  readonly task: Task;
  readonly taskId: string;
  /** Which attempt at the task this is, from 0. */
  readonly rolloutIdx: number;
  /** `{task id}:{rollout index}`. */
  readonly uid: string;
  readonly isValidation: boolean;
}

/** What became of a job: also of one that failed, which has an episode with the reason `'error'`. */
export interface RolloutResult {
  /** The job's. */
  readonly index: number;
  /** How often it was tried. */
  readonly attempts: number;
  /** Gives the episode, which may lie elsewhere: a queue carries the reference, not the tokens. Called once, when it is needed. */
  load(): Episode | Promise<Episode>;
}

/**
 * Makes one attempt at a job in this process. The controller is of this attempt alone; aborting it gives the attempt
 * up. Failures and timeouts are episodes too.
 *
 * @throws the reason of the controller's signal, when it was aborted
 */
export type RunAttempt<Task> = (
  job: RolloutJob<Task>,
  controller: AbortController,
) => Promise<Episode>;

/** What belongs to all jobs of one call. */
export interface ExecuteOptions<Task = unknown> {
  /** Gives up what is not done: the iteration then ends, or throws the signal's reason. */
  readonly signal: AbortSignal;
  /** The part of the run that the jobs belong to. */
  readonly batch: EpisodeBatch;
  /** For executors that play in this process; others have the workflow elsewhere. */
  readonly runAttempt: RunAttempt<Task>;
}

/**
 * Where rollouts are made: in this process, or on many machines behind a queue.
 *
 * The contract is made so that a queue can keep it. Results come in any order, each as soon as it is there. A job may be
 * done more than once, as queues do it when a worker was slow: the first result counts, others are counted and dropped.
 * A job may also have no result when the iteration ends: it counts as failed. Retries are the executor's, of results with
 * the reason `'error'` alone. Which groups are complete enough to train on is the trainer's business, not the
 * executor's. Several calls may be under way at the same time.
 */
export interface RolloutExecutor<Task = unknown> {
  run(
    jobs: readonly RolloutJob<Task>[],
    options: ExecuteOptions<Task>,
  ): AsyncIterable<RolloutResult>;
  /** Frees what it holds; called once. */
  shutdown?(): void | Promise<void>;
}
