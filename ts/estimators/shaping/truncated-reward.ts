import { refuse } from '../../errors/refuse.ts';

/**
 * The reward of a response that was cut off before its end: scaled by a coefficient from 0 to 1, or replaced by one that
 * is below 0.
 *
 * Source: "stop properly" of ProRL (arXiv:2505.24864) as in OpenRLHF's `apply_stop_properly_penalty`; NeMo-RL's knows the
 * scaling alone.
 *
 * @param reward - what it got
 * @param coefficient - at most 1
 * @throws UpperhandError `invalid-argument` for a coefficient above 1
 * @example
 * truncatedReward(0.8, 0.5);  // 0.4
 * truncatedReward(0.8, -0.5); // -0.5
 */
export function truncatedReward(reward: number, coefficient: number): number {
  if (typeof reward !== 'number') refuse('reward', 'a number', reward);
  if (!(coefficient <= 1 && coefficient > -Infinity))
    refuse('coefficient', '0 to 1 as a factor, or below 0 as the reward itself', coefficient);
  return coefficient < 0 ? coefficient : reward * coefficient;
}
