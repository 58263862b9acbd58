import { checkFunction } from '../types/check.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import type { AdvEstimator } from './adv-estimator.ts';
import type { SpecInputs } from './spec/spec-input.ts';

/**
 * An estimator that makes its further inputs of the groups that it is given: for training, where collecting gives rewards
 * and groups alone. Several rewards come from the trajectories' signals, keys of a tracker from their names or tasks, what a token-level
 * estimator needs (`tokenRows`) from the metadata of steps.
 *
 * @param inputs - all lists have one entry a trajectory, group after group; a `state` may be the same at each call
 * @throws UpperhandError (the estimator) `invalid-argument` for a list of another length
 * @example
 * const gdpo = withInputs(presetEstimator('trl/gdpo'), (groups) => ({
 *   columns: ['right', 'short'].map((name) =>
 *     groups.flatMap(({ trajectories }) => trajectories.map(({ signals }) => signals[name] ?? null)),
 *   ),
 * }));
 * const state = createTrackerState('ema');
 * const rae = withInputs(presetEstimator('prime-rl/rae'), (groups) => ({
 *   state,
 *   keys: groups.flatMap(({ trajectories }) => trajectories.map(({ name }) => name)),
 * }));
 * const trajectories = [createTrajectory({ name: 'solver', reward: 1, signals: { right: 1, short: 0 } })];
 * const groups = [createTrajectoryGroup({ groupId: 'task:solver', trajectories })];
 * rae(GroupedRewards.from([[1]]), { groups });
 * trackerStateToJSON(state); // { kind: 'ema', means: { solver: 0.050000000000000044 } }
 */
export function withInputs(
  estimator: AdvEstimator,
  inputs: (groups: readonly TrajectoryGroup[]) => SpecInputs,
): AdvEstimator {
  checkFunction('inputs', inputs);
  return (rewards, options = {}) =>
    estimator(rewards, { ...options, ...inputs(options.groups ?? []) });
}
