import type { TrajectoryGroup } from '../types/trajectory-group.ts';

/** What only somebody who has it can give: neither rewards nor trajectories tell it. */
export const GIVEN_INPUTS = {
  baselines: 'what is subtracted from the reward of each trajectory',
  kl: 'how far each trajectory has gone from the reference',
  columns: 'several rewards of each trajectory',
  values: 'what a critic says at each token',
  outcomes: 'rewards of whole trajectories, apart from those of turns',
  refLogprobs: 'log-probabilities under a reference',
  teacherLogprobs: 'log-probabilities under a teacher',
  sumPiSquared: 'Σ π² over the vocabulary at each token',
} as const;

export type GivenInput = keyof typeof GIVEN_INPUTS;

/** What an estimator may need beside the rewards: the name of an option of its call, or of an array of `TokenRows`. */
export type EstimatorInput =
  | 'groups'
  | 'lengths'
  | 'trajectoryIds'
  | 'observations'
  | 'logprobs'
  | 'state'
  | GivenInput;

/** What each is, for messages. */
export const ESTIMATOR_INPUTS: Readonly<Record<EstimatorInput, string>> = {
  groups: 'the trajectories themselves',
  lengths: 'how many tokens each response has',
  trajectoryIds: 'whose row each is',
  observations: 'the state of the environment that each step began in',
  logprobs: 'log-probabilities of the response tokens',
  state: 'what it remembers of earlier batches',
  ...GIVEN_INPUTS,
};

/** One number a trajectory, or a response token of its steps, group after group; for `columns` one array a reward. */
type Given<K extends GivenInput> = K extends 'columns'
  ? readonly ArrayLike<number | null>[]
  : ArrayLike<number>;

/**
 * Who gives estimators what trajectories do not hold, by its name. Asked for each role, and only for what the role's
 * estimator needs; what it gives has one number a trajectory, or a response token of its steps, group after group.
 */
export type EstimatorInputs<More extends readonly unknown[] = []> = {
  readonly [K in GivenInput]?: Giver<Given<K>, More>;
};

/** Written as a method, so that a backend of its own batch is a backend, as for its other members. */
type Giver<T, More extends readonly unknown[]> = {
  give(groups: readonly TrajectoryGroup[], ...more: More): T;
}['give'];
