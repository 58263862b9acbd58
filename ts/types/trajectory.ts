import { assignGiven, checkArray, checkFields, checkRecord, checkText, toNumber } from './check.ts';
import type { Step } from './step.ts';
import { newUid } from './uid.ts';

/** The name of a trajectory that was given none; grouping treats it as unnamed. */
export const DEFAULT_TRAJECTORY_NAME = 'default_traj_name';

/** What one agent did in one rollout: its steps, and one reward for all of them. */
export interface Trajectory {
  /** Identity across groups and episodes. */
  uid: string;
  /** The agent's role: trajectories of one task and one name are compared with each other. */
  name: string;
  task: unknown;
  steps: Step[];
  /** Null when nobody scored it, which is not 0. */
  reward: number | null;
  /** Further scores by name; not used by the estimators. */
  signals: Record<string, number>;
  metadata: Record<string, unknown>;
}

export type TrajectoryInit = Partial<Omit<Trajectory, 'reward'>> & {
  readonly reward?: number | boolean | null;
};

/**
 * Makes a trajectory, with rLLM's defaults and a fresh uid for what is left out. Steps are kept, not copied.
 *
 * @throws UpperhandError `invalid-argument` for an unknown field or a value of the wrong type.
 * @example
 * const trajectory = createTrajectory({ name: 'solver', reward: true, steps: [createStep()] });
 * trajectory.reward; // 1
 */
export function createTrajectory(init: TrajectoryInit = {}): Trajectory {
  const trajectory: Trajectory = {
    uid: init?.uid ?? newUid(),
    name: DEFAULT_TRAJECTORY_NAME,
    task: null,
    steps: [],
    reward: null,
    signals: {},
    metadata: {},
  };
  checkFields('Trajectory', init, trajectory);
  const { reward = null } = init;
  assignGiven(trajectory, init as Partial<Trajectory>);
  if (reward !== null) trajectory.reward = toNumber('Trajectory.reward', reward);
  checkText('Trajectory.uid', trajectory.uid);
  checkText('Trajectory.name', trajectory.name);
  checkArray('Trajectory.steps', trajectory.steps);
  checkRecord('Trajectory.signals', trajectory.signals);
  checkRecord('Trajectory.metadata', trajectory.metadata);
  return trajectory;
}
