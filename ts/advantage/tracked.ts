import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { getAdvEstimator, isSpecEstimator } from '../estimators/registry.ts';
import {
  checkTrackerState,
  copyTrackerState,
  createTrackerState,
  type TrackerState,
} from '../estimators/tracker/tracker-state.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import { type IdOptions, taskId } from '../types/ids.ts';
import { estimatorOf } from './estimate-pool.ts';
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
 *
 * @throws UpperhandError `invalid-argument` for an estimator that remembers, where nothing is kept, or no state is
 */
export function trackerCall(
  { role, groups }: RolePool,
  config: AlgorithmConfig,
  states: TrackerStates | undefined,
  ids: IdOptions,
): TrackerCall | null {
  const name = estimatorOf(role, config);
  const estimator = getAdvEstimator(name);
  if (!isSpecEstimator(estimator)) return null;
  const { baseline } = estimator.spec({ algorithm: config });
  if (baseline.kind !== 'tracker') return null;
  if (states === undefined)
    throw new UpperhandError(
      'invalid-argument',
      `estimator ${show(name)} (role ${show(role)}) remembers earlier batches: it needs trackers, a Map that is kept from batch to batch`,
    );
  const { kind } = baseline.tracker;
  const known = states.get(role);
  if (known !== undefined) checkTrackerState(`trackers of role ${show(role)}`, known);
  const keyOf = kind === 'ema' ? () => role : (groupId: string) => taskId({ groupId }, ids);
  return {
    // Of another kind, after another estimator: it has nothing to tell this one.
    state: known?.kind === kind ? copyTrackerState(known) : createTrackerState(kind),
    keys: groups.flatMap(({ groupId, trajectories }) => trajectories.map(() => keyOf(groupId))),
  };
}
