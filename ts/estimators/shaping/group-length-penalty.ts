import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { GroupedRewards } from '../../kernels/grouped-rewards.ts';
import type { RewardsInput } from '../adv-estimator.ts';

/** How long each trajectory was, flat and aligned with the rewards. */
export interface TrajectoryCosts {
  /** Tokens that the policy wrote. */
  readonly outputTokens: ArrayLike<number>;
  /** All other tokens of the trajectory. */
  readonly inputTokens: ArrayLike<number>;
  readonly turns: ArrayLike<number>;
}

export interface LengthPenaltyWeights {
  /** Default 0.25. */
  readonly outputTokens?: number;
  /** Default 0.1. */
  readonly inputTokens?: number;
  /** Default 0.1. */
  readonly turns?: number;
}

/**
 * Rewards less a share of their group's mean for how much of the group's longest each trajectory took:
 * r − mean · (w_out · out / max out + w_in · in / max in + w_turns · turns / max turns). A group whose mean is below 0 is
 * rewarded for length.
 *
 * Source: prime-rl's `GRPOAlgorithm` with `length_penalty`.
 *
 * @throws UpperhandError `invalid-argument` for costs of another length, or below 0
 * @example
 * const costs = { outputTokens: [10, 20], inputTokens: [0, 0], turns: [1, 1] };
 * groupLengthPenalty([[1, 1]], costs, { turns: 0 }).toArrays(); // [[0.875, 0.75]]
 */
export function groupLengthPenalty(
  rewards: RewardsInput,
  costs: TrajectoryCosts,
  weights: LengthPenaltyWeights = {},
): GroupedRewards {
  checkOptions(weights, { outputTokens: true, inputTokens: true, turns: true });
  const grouped = rewards instanceof GroupedRewards ? rewards : GroupedRewards.from(rewards);
  const { values, offsets } = grouped;
  const out = values.slice();
  for (const [name, standard] of Object.entries(DEFAULTS) as [keyof TrajectoryCosts, number][]) {
    const cost = costs[name];
    const weight = weights[name] ?? standard;
    if (cost?.length !== values.length) refuse(name, `one a trajectory (${values.length})`, cost);
    if (!Number.isFinite(weight)) refuse(`weight of ${name}`, 'a finite number', weight);
    for (let g = 1; g < offsets.length; g++)
      penalize(values, offsets[g - 1] as number, offsets[g] as number, cost, weight, name, out);
  }
  return grouped.withValues(out);
}

const DEFAULTS = { outputTokens: 0.25, inputTokens: 0.1, turns: 0.1 } as const;

function penalize(
  rewards: Float64Array,
  start: number,
  end: number,
  cost: ArrayLike<number>,
  weight: number,
  name: string,
  out: Float64Array,
): void {
  let [most, total] = [1, 0];
  for (let i = start; i < end; i++) {
    const of = cost[i] as number;
    if (!(of >= 0)) refuse(`${name}[${i}]`, 'a number ≥ 0', of);
    most = Math.max(most, of);
    total += rewards[i] as number;
  }
  const mean = total / (end - start);
  for (let i = start; i < end; i++)
    out[i] = (out[i] as number) - mean * weight * ((cost[i] as number) / most);
}
