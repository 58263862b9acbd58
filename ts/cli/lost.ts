import type { RolloutCounts } from '../rollouts/counts.ts';
import type { RolloutProblem } from '../rollouts/problem.ts';

/** Whether a problem cost a record or a file, and not one that is there in another. */
export function isLoss({ kind, skipped }: RolloutProblem): boolean {
  return skipped && kind !== 'repeated-rollout' && kind !== 'earlier-output';
}

/** How many records and files were lost. */
export function lossesOf({ skipped, doubles, refusedFiles }: RolloutCounts): number {
  return skipped - doubles + refusedFiles;
}
