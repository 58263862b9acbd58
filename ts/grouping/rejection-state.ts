import type { Episode } from '../types/episode.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** What rejection sampling remembers from call to call, until it is reset. */
export interface RejectionState {
  /** Groups that wait for enough tasks solved in part (mode `'episode'`). */
  accumulatedGroups: TrajectoryGroup[];
  accumulatedEpisodes: Episode[];
  counts: RejectionCounts;
}

export interface RejectionCounts {
  /** Tasks of which no attempt was right. */
  readonly solveNone: number;
  /** Tasks of which all attempts were right. */
  readonly solveAll: number;
  /** Tasks of which some attempts were right: the ones that teach. */
  readonly solvePartial: number;
  readonly groupsBeforeFilter: number;
  readonly groupsAfterFilter: number;
  readonly groupsDroppedInsufficientTrajs: number;
  /** Groups that were dropped as uniform; absent where none are asked to be. */
  readonly groupsDroppedUniform?: number;
}

const NOTHING: RejectionCounts = {
  solveNone: 0,
  solveAll: 0,
  solvePartial: 0,
  groupsBeforeFilter: 0,
  groupsAfterFilter: 0,
  groupsDroppedInsufficientTrajs: 0,
};

/**
 * A state that remembers nothing yet.
 *
 * @example
 * createRejectionState().counts.solvePartial; // 0
 */
export function createRejectionState(): RejectionState {
  return { accumulatedGroups: [], accumulatedEpisodes: [], counts: NOTHING };
}

/**
 * Forgets everything. Reset once the accumulated groups were trained on, and not before: a state that is reset with
 * every batch never accumulates, one that is never reset gives the same groups again.
 *
 * @example
 * const state = createRejectionState();
 * resetRejectionState(state);
 * state.accumulatedGroups; // []
 */
export function resetRejectionState(state: RejectionState): void {
  Object.assign(state, createRejectionState());
}

/** The sum of two counts, field by field. */
export function addCounts(a: RejectionCounts, b: RejectionCounts): RejectionCounts {
  const names = Object.keys({ ...a, ...b }) as (keyof RejectionCounts)[];
  const sums = names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]);
  return Object.fromEntries(sums) as unknown as RejectionCounts;
}
