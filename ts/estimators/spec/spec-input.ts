import type { TrajectoryGroup } from '../../types/trajectory-group.ts';
import type { TokenRows } from '../token/token-rows.ts';
import type { TrackerState } from '../tracker/tracker-state.ts';

/** What a spec may need beside the rewards; each is refused where it is needed and missing, or of another length. */
export interface SpecInputs {
  /** The groups that the rewards come from, aligned with them; empty where there are only numbers. */
  readonly groups?: readonly TrajectoryGroup[];
  /** Trained tokens of each trajectory, flat. Default: the response tokens of the `groups`' steps. */
  readonly lengths?: ArrayLike<number>;
  /** What is subtracted from each trajectory's reward: a greedy rollout's reward, or a critic's value. */
  readonly baselines?: ArrayLike<number>;
  /** How far each trajectory has gone from the reference policy, where the spec subtracts it from the reward. */
  readonly kl?: ArrayLike<number>;
  /** Several rewards of each trajectory, one array a reward; null or NaN where there is none. They replace the rewards. */
  readonly columns?: readonly ArrayLike<number | null>[];
  /** One a column. Default: 1 each. */
  readonly columnWeights?: ArrayLike<number>;
  /** Whose row each is, where trajectories have several; equality as in a Map. Default: with `groups`, each is its own. */
  readonly trajectoryIds?: ArrayLike<unknown>;
  /** What a tracker remembers; the call changes it. */
  readonly state?: TrackerState;
  /** What a tracker remembers each trajectory's reward by: an agent, a prompt. */
  readonly keys?: ArrayLike<string>;
  /**
   * Of token-level estimators: what the tokens of trajectories do not tell, a critic's `values`, `refLogprobs`, `rewards` of
   * single tokens. One row a trajectory, of the response tokens of its steps.
   */
  readonly tokenRows?: Partial<TokenRows>;
  /** How much of the past a Beta tracker keeps at each trajectory, in place of its `forget`. */
  readonly forgetting?: ArrayLike<number>;
}
