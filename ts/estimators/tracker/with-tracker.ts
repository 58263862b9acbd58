import { UpperhandError } from '../../errors/upperhand-error.ts';
import { checkFunction } from '../../types/check.ts';
import type { Trajectory } from '../../types/trajectory.ts';
import type { TrajectoryGroup } from '../../types/trajectory-group.ts';
import type { AdvEstimator } from '../adv-estimator.ts';
import type { TrackerState } from './tracker-state.ts';

export interface TrackerOptions {
  /** What it remembers; save it with the checkpoint. */
  readonly state: TrackerState;
  /** What a trajectory's reward is remembered by: its agent, its task. */
  readonly keyOf: (trajectory: Trajectory, group: TrajectoryGroup) => string;
}

/**
 * An estimator with a tracker for training: it takes keys from the groups that collecting gives, and its state from here.
 * All roles that it serves share the state, so that the key has to tell them apart where they are to be.
 *
 * @throws UpperhandError `invalid-argument` (the estimator) where the groups are not given
 * @example
 * const state = createTrackerState('ema');
 * const rae = withTracker(presetEstimator('prime-rl/rae'), { state, keyOf: ({ name }) => name });
 * const trajectories = [createTrajectory({ name: 'solver', reward: 1, steps: [createStep()] })];
 * const groups = [createTrajectoryGroup({ groupId: 'task:solver', trajectories })];
 * rae(GroupedRewards.from([[1]]), { groups });
 * trackerStateToJSON(state); // { kind: 'ema', means: { solver: 0.050000000000000044 } }
 */
export function withTracker(
  estimator: AdvEstimator,
  { state, keyOf }: TrackerOptions,
): AdvEstimator {
  checkFunction('keyOf', keyOf);
  return (rewards, options = {}) => {
    const { groups = [] } = options;
    const keys = groups.flatMap((group) =>
      group.trajectories.map((trajectory) => keyOf(trajectory, group)),
    );
    if (keys.length !== rewards.values.length)
      throw new UpperhandError(
        'invalid-argument',
        `a tracker takes keys from the groups, which must have ${rewards.values.length} trajectories, got ${keys.length}`,
      );
    return estimator(rewards, { ...options, state, keys });
  };
}
