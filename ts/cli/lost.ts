import type { RolloutCounts } from '../rollouts/counts.ts';
import type { ProblemKind, RolloutProblem } from '../rollouts/problem.ts';

const doubles: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'repeated-rollout',
  'earlier-output',
  'rollout-part',
]);

const unfound: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'trailing-bytes',
  'unused-reward-key',
]);

/**
 * Whether a problem is told where findings tell the others: one that cost a record or a file, and not one that is there in
 * another; and bytes that hold nothing, and a name of a reward that is of no use, which are no findings.
 */
export function isTold({ kind, skipped }: RolloutProblem): boolean {
  return unfound.has(kind) || (skipped && !doubles.has(kind));
}

/** How many records and files were lost. */
export function lossesOf({ skipped, doubles, refusedFiles }: RolloutCounts): number {
  return skipped - doubles + refusedFiles;
}
