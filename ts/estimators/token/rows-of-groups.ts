import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import { checkArray, checkCount, isArrayLike } from '../../types/check.ts';
import type { Trajectory } from '../../types/trajectory.ts';
import type { TrajectoryGroup } from '../../types/trajectory-group.ts';
import { alignedArray } from '../aligned-array.ts';
import type { TokenRows } from './token-rows.ts';

/** What a token-level estimator may read its rows from. */
export interface RowInputs {
  readonly groups?: readonly TrajectoryGroup[];
  readonly lengths?: ArrayLike<number>;
}

/** Rows, and how many tokens each step of each trajectory has. */
export interface StepRowsOfTokens {
  readonly rows: TokenRows;
  readonly steps: readonly (readonly number[])[];
}

/**
 * One row a trajectory, its reward at the last token: the response tokens of its steps one after the other, each step a
 * turn; without groups `lengths` tokens in one step. Log-probabilities are there where every step has one for each token.
 *
 * @param inputs - groups or lengths, aligned with the rewards
 * @throws UpperhandError `invalid-argument` for a trajectory without response tokens, whose reward would have no place, and
 *   for groups or lengths that are not those of the rewards
 */
export function rowsOfGroups(rewards: GroupedRewards, inputs: RowInputs): StepRowsOfTokens {
  const { groups = [], lengths } = inputs;
  checkArray('options.groups', groups);
  if (groups.length === 0 && lengths !== undefined) return rowsOfLengths(rewards, lengths);
  if (groups.length === 0 && rewards.numGroups > 0)
    throw new UpperhandError(
      'invalid-argument',
      'this estimator needs the option groups (trajectories with the tokens of their steps) or lengths (how many tokens each has); neither was given',
    );
  const members = trajectoriesOf(rewards, groups);
  const steps = members.map((member) =>
    member.steps.map(({ responseIds }, s) => {
      checkArray(`responseIds of step ${s} of trajectory ${member.uid}`, responseIds);
      return responseIds.length;
    }),
  );
  const rows = placeRewards(rewards, steps, (t) => `responseIds of trajectory ${members[t]?.uid}`);
  const logprobs = members.flatMap((member) => member.steps.map((step) => step.logprobs));
  const complete = steps.flat().every((count, i) => logprobs[i]?.length === count);
  return { rows: complete ? { ...rows, logprobs: logprobs.flat() } : rows, steps };
}

function rowsOfLengths(rewards: GroupedRewards, lengths: ArrayLike<number>): StepRowsOfTokens {
  const { length } = rewards.values;
  if (!isArrayLike(lengths) || lengths.length !== length)
    refuse('options.lengths', alignedArray(length), lengths);
  const steps = Array.from(lengths, (count, t) => {
    checkCount(`options.lengths[${t}]`, count);
    return [count];
  });
  return { rows: placeRewards(rewards, steps, (t) => `options.lengths[${t}]`), steps };
}

function placeRewards(
  { values, offsets: cuts }: GroupedRewards,
  steps: readonly (readonly number[])[],
  nameOf: (trajectory: number) => string,
): TokenRows {
  const offsets = new Uint32Array(steps.length + 1);
  steps.forEach((counts, t) => {
    const tokens = counts.reduce((total, count) => total + count, 0);
    if (tokens === 0) refuse(nameOf(t), 'at least one token, for a token-level estimator', 0);
    offsets[t + 1] = (offsets[t] as number) + tokens;
  });
  const rewards = new Float64Array(offsets[steps.length] as number);
  const turns = new Float64Array(rewards.length);
  const groups = new Uint32Array(steps.length);
  for (let g = 1; g < cuts.length; g++) groups.fill(g - 1, cuts[g - 1], cuts[g]);
  steps.forEach((counts, t) => {
    let at = offsets[t] as number;
    counts.forEach((count, s) => {
      turns.fill(s, at, at + count);
      at += count;
    });
    rewards[at - 1] = values[t] as number;
  });
  return { offsets, rewards, groups, turns };
}

/** The trajectories that rewards are of, in their order. */
export function trajectoriesOf(
  { values, numGroups }: GroupedRewards,
  groups: readonly TrajectoryGroup[] | undefined,
): Trajectory[] {
  if (!Array.isArray(groups) || (groups.length === 0 && numGroups > 0))
    refuse(
      'options.groups',
      'the trajectory groups of the rewards, whose steps and tokens this estimator looks at',
      groups,
    );
  const members = groups.flatMap(({ trajectories }) => trajectories);
  if (members.length !== values.length)
    refuse('options.groups', `groups of ${values.length} trajectories in all`, members.length);
  return members;
}
