import { refuse } from '../../errors/refuse.ts';
import { toFloats } from '../../types/check.ts';

/**
 * Rewards less a penalty for each flag of their trajectory: for a missing end of sequence (TRL's PPO,
 * `missing_eos_penalty`), or for each invalid action (verl-agent, `invalid_action_penalty_coef`).
 *
 * @param rewards - one a trajectory
 * @param flags - true or how many, one a trajectory
 * @param penalty - what one costs
 * @throws UpperhandError `invalid-argument` for flags of another length or below 0, and a penalty that is no number
 * @example
 * flaggedPenalty([1, 1, 0], [false, true, 2], 0.25); // Float64Array [1, 0.75, -0.5]
 */
export function flaggedPenalty(
  rewards: ArrayLike<number>,
  flags: ArrayLike<boolean | number>,
  penalty: number,
): Float64Array {
  if (!Number.isFinite(penalty)) refuse('penalty', 'a finite number', penalty);
  const given = toFloats('rewards', rewards);
  if (flags?.length !== given.length) refuse('flags', `one a reward (${given.length})`, flags);
  return given.map((reward, i) => {
    const count = Number(flags[i]);
    if (!(count >= 0)) refuse(`flags[${i}]`, 'a boolean, or how many', flags[i]);
    return reward - penalty * count;
  });
}
