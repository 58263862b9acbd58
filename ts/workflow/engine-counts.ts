import type { TerminationReason } from '../types/termination-reason.ts';

/** What became of the rollouts that an engine was asked for. */
export interface EngineCounts {
  /** Rollouts that ended: the sum over all reasons. */
  readonly rollouts: number;
  /** How they ended; an episode without a reason counts as `unknown`, as in `batch/termination_reason`. */
  readonly reasons: Readonly<Partial<Record<TerminationReason, number>>>;
  /** Attempts that were made again, after an error. */
  readonly retries: number;
  /** Rollouts that were given up, or did not begin, since the call ended before: it was stopped, or a rollout failed. */
  readonly aborted: number;
  /** Results that an executor gave a second time, or unasked. */
  readonly strayResults: number;
  /** Promises that code of rollouts left behind and that were rejected. */
  readonly leakedRejections: number;
}
