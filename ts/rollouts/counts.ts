import type { ProblemKind } from './problem.ts';

/** What a reader has met so far. `records = rollouts + skipped`, always. */
export interface RolloutCounts {
  /** Sources opened, unreadable ones included. */
  files: number;
  /** Sources that gave nothing because of what they are (folders, pointers, empty files), or not all that they hold. */
  refusedFiles: number;
  /** Files in folders and archives that were passed over for their names, which are not those of rollouts. */
  sideFiles: number;
  /** Records that hold something: lines, or objects where several share a line; each rollout where a record holds several. */
  records: number;
  /** Those that gave a row. */
  rollouts: number;
  /** Those that did not, each of them reported. */
  skipped: number;
  /** Of those skipped, how many are there in another record: written twice, an earlier output of a rollout, or a part of it. */
  doubles: number;
  /** Lines with nothing on them. */
  blank: number;
  /** Rows without a reward. */
  missingRewards: number;
  /** How often each kind of problem was reported. */
  problems: Partial<Record<ProblemKind, number>>;
}

export function zeroCounts(): RolloutCounts {
  return {
    files: 0,
    refusedFiles: 0,
    sideFiles: 0,
    records: 0,
    rollouts: 0,
    skipped: 0,
    doubles: 0,
    blank: 0,
    missingRewards: 0,
    problems: {},
  };
}
