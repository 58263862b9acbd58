import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { leveledRatio } from './importance-ratio.ts';
import { type RatioOptions, ratioOptions } from './ratio-options.ts';

/**
 * The policy gradient as it is, without a ratio: for tokens that the policy itself has sampled.
 *
 *     loss = −A log π
 *     slope = −A
 *
 * - Needs `advantages`.
 *
 * Source: R. J. Williams, 1992; arXiv:2504.02546 (GPG); verl's `compute_policy_loss_gpg`.
 *
 * @example
 * reinforceLoss([{ logprobs: [-1, -3], advantages: 0.5 }]).dLogprobs; // Float64Array [-0.25, -0.25]
 */
export const reinforceLoss: DefinedLoss = /* @__PURE__ */ makeLoss({
  title: 'REINFORCE',
  formula: '−A log π',
  source: 'R. J. Williams, 1992',
  terms: (batch) => {
    const advantages = batch.require('advantages');
    return {
      losses: advantages.map((advantage, i) => -advantage * (batch.logprobs[i] as number)),
      slopes: advantages.map((advantage) => -advantage),
    };
  },
});

/**
 * TOPR: tokens to be made likelier count in full, as if the policy had sampled them; those to be made less likely count by
 * a ratio that is at most 1, so that what the policy has left already is not pushed further.
 *
 *     loss = −A log π where A > 0, −sg(min(ρ, 1)) A log π elsewhere
 *     slope = −A, or −min(ρ, 1) A
 *
 * - The paper and ROLL tell the two apart by the reward, this by the advantage.
 * - `ratioLevel`, `ratioTo` and `maxLogRatio` as `ppo`. Needs `advantages` and `oldLogprobs`.
 *
 * Source: arXiv:2503.14286; ROLL's `_compute_topr_loss`.
 *
 * @example
 * const batch = [{ logprobs: [-2, -2], oldLogprobs: [-1, -1], advantages: [1, -1] }];
 * toprLoss(batch).dLogprobs; // Float64Array [-0.5, 0.18393972058572117]
 */
export const toprLoss: DefinedLoss<RatioOptions> = /* @__PURE__ */ makeLoss({
  title: 'TOPR',
  formula: '−A log π where A > 0, −sg(min(ρ, 1)) A log π elsewhere',
  source: 'arXiv:2503.14286',
  own: ratioOptions(),
  terms: (batch, { ratioLevel, maxLogRatio, ratioTo }) => {
    const advantages = batch.require('advantages');
    const { ratios } = leveledRatio(batch, ratioLevel, maxLogRatio, ratioTo);
    const slopes = advantages.map((advantage, i) => {
      return advantage > 0 ? -advantage : -Math.min(ratios[i] as number, 1) * advantage;
    });
    return { losses: slopes.map((slope, i) => slope * (batch.logprobs[i] as number)), slopes };
  },
});
