import { checkFunction } from '../types/check.ts';
import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import type { AdvEstimator, EstimatorOptions } from './adv-estimator.ts';
import { atOnce } from './at-once.ts';
import type { EstimatorInputs } from './estimator-input.ts';
import { checkInputs, namesOfInputs } from './given-inputs.ts';
import type { SpecInputs } from './spec/spec-input.ts';
import { takeInputs } from './take-inputs.ts';
import type { WrappedEstimator } from './wrapped-estimator.ts';

/**
 * An estimator that makes further inputs of the groups that it is given: for training, where collecting gives rewards and
 * groups, and what the backend has. Several rewards come from the trajectories' signals, keys of a tracker from their names
 * or tasks, what a token-level estimator needs from the metadata of steps.
 *
 * @param inputs - a function for each input, by its name, so that others that the estimator needs are still asked for and
 *   missed (`neededInputs`); or one function that gives options of a call, which is taken to give all that is needed. Lists
 *   have one entry a trajectory, or a response token of its steps, group after group; a `state` may be the same at each call
 * @throws UpperhandError `invalid-argument` for an input that there is not, or that is no function; (the estimator)
 *   `invalid-argument` for a list of another length, `estimator-failed` where a function throws
 * @example
 * const gdpo = withInputs(presetEstimator('trl/gdpo'), {
 *   columns: (groups) =>
 *     ['right', 'short'].map((name) =>
 *       groups.flatMap(({ trajectories }) => trajectories.map(({ signals }) => signals[name] ?? null)),
 *     ),
 * });
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
  inputs: EstimatorInputs | ((groups: readonly TrajectoryGroup[]) => SpecInputs),
): AdvEstimator {
  checkFunction('estimator', estimator);
  if (typeof inputs === 'function')
    return (rewards, options = {}) =>
      estimator(rewards, joined(options, atOnce('inputs', inputs(options.groups ?? []))));
  checkInputs('inputs', inputs);
  const gives = namesOfInputs(inputs);
  const estimate: AdvEstimator = (rewards, options = {}) => {
    const given = takeInputs(estimator, gives, inputs, options.groups ?? []);
    return estimator(rewards, joined(options, given));
  };
  return Object.assign(estimate, { wraps: estimator, gives }) satisfies WrappedEstimator;
}

/** What is given goes before what the call has, row by row of tokens too. */
function joined(options: EstimatorOptions, given: SpecInputs): EstimatorOptions {
  const both = { ...options, ...given };
  if (!options.tokenRows || !given.tokenRows) return both;
  return { ...both, tokenRows: { ...options.tokenRows, ...given.tokenRows } };
}
