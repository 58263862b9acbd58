import { refuse } from '../../errors/refuse.ts';
import type { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { Trajectory } from '../../types/trajectory.ts';
import type { TrajectoryGroup } from '../../types/trajectory-group.ts';
import type { TokenRows } from './token-rows.ts';

/**
 * One row a trajectory: the response tokens of its steps one after the other, its reward at the last. A step is a turn.
 * Log-probabilities are there where every step has one for each of its tokens.
 *
 * @param groups - aligned with the rewards
 * @throws UpperhandError `invalid-argument` for a trajectory without response tokens, whose reward would have no place, and
 *   for groups that are not those of the rewards
 */
export function rowsOfGroups(
  rewards: GroupedRewards,
  groups: readonly TrajectoryGroup[] | undefined,
): TokenRows {
  const members = trajectoriesOf(rewards, groups);
  const offsets = new Uint32Array(members.length + 1);
  members.forEach(({ uid, steps }, t) => {
    const tokens = steps.reduce((total, { responseIds }) => total + responseIds.length, 0);
    if (tokens === 0)
      refuse(`responseIds of trajectory ${uid}`, 'at least one, for a token-level estimator', 0);
    offsets[t + 1] = (offsets[t] as number) + tokens;
  });
  const numTokens = offsets[members.length] as number;
  const perToken = new Float64Array(numTokens);
  const turns = new Float64Array(numTokens);
  const logprobs = members.every(({ steps }) =>
    steps.every((step) => step.logprobs.length === step.responseIds.length),
  )
    ? new Float64Array(numTokens)
    : undefined;
  members.forEach(({ steps }, t) => {
    let at = offsets[t] as number;
    steps.forEach((step, s) => {
      turns.fill(s, at, at + step.responseIds.length);
      logprobs?.set(step.logprobs, at);
      at += step.responseIds.length;
    });
    perToken[at - 1] = rewards.values[t] as number;
  });
  const keys = (groups as readonly TrajectoryGroup[]).flatMap(({ trajectories }, g) =>
    trajectories.map(() => g),
  );
  return { offsets, rewards: perToken, groups: keys, turns, ...(logprobs && { logprobs }) };
}

/** The trajectories that rewards are of, in their order. */
export function trajectoriesOf(
  { values, numGroups }: GroupedRewards,
  groups: readonly TrajectoryGroup[] | undefined,
): Trajectory[] {
  if (groups === undefined || (groups.length === 0 && numGroups > 0))
    refuse(
      'options.groups',
      'the trajectory groups of the rewards: this estimator looks at steps and tokens',
      groups,
    );
  const members = groups.flatMap(({ trajectories }) => trajectories);
  if (members.length !== values.length)
    refuse('options.groups', `groups of ${values.length} trajectories in all`, members.length);
  return members;
}
