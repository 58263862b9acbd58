import type { ProblemKind, RolloutProblem } from '../problem.ts';
import type { FindingKind } from './finding.ts';
import type { FindingTally } from './finding-tally.ts';

/** What of a reader's problems is a finding; records that give no row are one of their own. */
const kinds: Partial<Record<ProblemKind, FindingKind>> = {
  'repeated-rollout': 'duplicates',
  'mixed-tasks': 'mixed-tasks',
  'mixed-formats': 'mixed-formats',
  'odd-index': 'odd-index',
  guessed: 'guessed',
  'invalid-utf8': 'invalid-utf8',
  'glued-records': 'glued-records',
};

/**
 * Counts what a reader reports. Missing rewards and those that are not finite are left to the rows, which can be selected,
 * and earlier outputs and parts of a rollout are nothing that is wrong.
 */
export function findInProblem(problem: RolloutProblem, tally: FindingTally): void {
  const { source, line, kind, message, skipped } = problem;
  const found = kinds[kind] ?? lossOf(problem);
  if (found === undefined) return;
  tally.add(found, () => ({ source, line, message }), skipped ? kind : undefined);
}

function lossOf({ kind, line, skipped }: RolloutProblem): FindingKind | undefined {
  if (!skipped || kind === 'earlier-output' || kind === 'rollout-part') return undefined;
  return line === null ? 'unreadable' : 'malformed';
}
