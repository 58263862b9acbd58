import type { AdvEstimator } from '../estimators/adv-estimator.ts';
import { isSpecEstimator } from '../estimators/registry.ts';
import {
  copyTrackerState,
  createTrackerState,
  type TrackerState,
} from '../estimators/tracker/tracker-state.ts';
import { type IdOptions, taskId } from '../types/ids.ts';
import type { RolePool } from './role-pool.ts';

/** What estimators with a tracker remember from batch to batch, by role. */
export type TrackerStates = Map<string, TrackerState>;

/** What a tracker needs of a pool. */
export interface TrackerCall {
  /** A copy: the call changes it, and it counts only once all of the batch went well. */
  readonly state: TrackerState;
  readonly keys: readonly string[];
}

/**
 * The state and the keys of a pool: a moving average has one for the agent (RAE), a Beta tracker one for each task (SPO).
 * Null for estimators that remember nothing.
 */
export function trackerCall(
  { role, groups }: RolePool,
  estimator: AdvEstimator,
  states: TrackerStates,
  ids: IdOptions,
): TrackerCall | null {
  if (!isSpecEstimator(estimator)) return null;
  const { baseline } = estimator.spec();
  if (baseline.kind !== 'tracker') return null;
  const { kind } = baseline.tracker;
  const known = states.get(role);
  const keyOf = kind === 'ema' ? () => role : (groupId: string) => taskId({ groupId }, ids);
  return {
    // Of another kind, after another estimator: it has nothing to tell this one.
    state: known?.kind === kind ? copyTrackerState(known) : createTrackerState(kind),
    keys: groups.flatMap(({ groupId, trajectories }) => trajectories.map(() => keyOf(groupId))),
  };
}
