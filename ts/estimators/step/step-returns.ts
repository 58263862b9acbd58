import { refuse } from '../../errors/refuse.ts';
import { toFloats } from '../../types/check.ts';
import { stepsBefore } from './steps-before.ts';

/**
 * What each step and all later ones of its trajectory earned, each step later counting `gamma` times: r + γ · return of the
 * next step. Steps of a trajectory stand in their order; others may stand between them.
 *
 * Source: `compute_step_discounted_returns` of DrMAS, `gigpo/core_gigpo.py` (equation 5 of arXiv:2505.10978).
 *
 * @param rewards - of each step [steps]
 * @param trajectories - which trajectory each step belongs to [steps]
 * @throws UpperhandError `invalid-argument` for arrays of different lengths, what is no number, or a gamma that is no number of 0 … 1
 * @example
 * stepReturns([0, 0, 1], ['a', 'b', 'a'], 0.5); // Float64Array [0.5, 0, 1]
 */
export function stepReturns(
  rewards: ArrayLike<number>,
  trajectories: readonly unknown[],
  gamma: number,
): Float64Array {
  const earned = toFloats('rewards', rewards);
  if (!Array.isArray(trajectories) || trajectories.length !== rewards.length)
    refuse('trajectories', `as many as rewards (${rewards.length})`, trajectories);
  if (!(gamma >= 0 && gamma <= 1)) refuse('gamma', 'a number from 0 to 1', gamma);
  const before = stepsBefore(
    trajectories.map(() => null),
    trajectories,
  );
  const returns = earned.slice();
  for (let step = returns.length - 1; step >= 0; step--) {
    const previous = before[step] as number;
    if (previous >= 0)
      returns[previous] = (returns[previous] as number) + gamma * (returns[step] as number);
  }
  return returns;
}
