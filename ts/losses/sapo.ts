import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { leveledRatio } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import { numberOption } from './own-options.ts';
import { type RatioOptions, ratioOptions } from './ratio-options.ts';
import type { TokenBatch } from './token-batch.ts';
import type { TokenTerms } from './token-terms.ts';

export interface SapoOptions extends RatioOptions {
  /** How sharply the gate closes where A > 0, > 0. */
  readonly tauPositive: number;
  /** The same where A ≤ 0. */
  readonly tauNegative: number;
}

/**
 * SAPO: a soft gate on the ratio in place of PPO's clip. Close to ρ = 1 it is the ratio; far away its slope fades.
 *
 *     loss = −(4/τ) σ(τ (ρ − 1)) A, with τ = tauPositive where A > 0, else tauNegative
 *     slope = −4 σ (1 − σ) ρ A
 *
 * - `tauPositive` 1, `tauNegative` 1.05 and aggregation `'seq-mean-token-mean'`, the paper's.
 * - `ratioLevel`, `ratioTo` and `maxLogRatio` as `ppo`. Needs `advantages` and `oldLogprobs`.
 *
 * Source: arXiv:2511.20347; verl's `compute_policy_loss_sapo`.
 *
 * @example
 * const batch = [{ logprobs: [-1], oldLogprobs: [-1], advantages: 1 }];
 * const { loss, dLogprobs } = sapoLoss(batch);
 * loss;      // -2
 * dLogprobs; // Float64Array [-1]
 */
export const sapoLoss: DefinedLoss<SapoOptions> = /* @__PURE__ */ makeLoss({
  title: 'SAPO',
  formula: '−(4/τ) σ(τ (ρ − 1)) A',
  source: 'arXiv:2511.20347',
  defaults: { aggregation: 'seq-mean-token-mean' },
  own: {
    ...ratioOptions(),
    tauPositive: numberOption(
      1,
      { above: 0, finite: true },
      'τ where A > 0: how sharp the gate is',
    ),
    tauNegative: numberOption(1.05, { above: 0, finite: true }, 'τ elsewhere'),
  },
  terms,
});

function terms(batch: TokenBatch, options: ResolvedLossOptions & SapoOptions): TokenTerms {
  const { tauPositive, tauNegative, ratioLevel, ratioTo, maxLogRatio } = options;
  const advantages = batch.require('advantages');
  const { ratios, slopesOf } = leveledRatio(batch, ratioLevel, maxLogRatio, ratioTo);
  const taus = advantages.map((advantage) => (advantage > 0 ? tauPositive : tauNegative));
  const gates = ratios.map((ratio, i) => 1 / (1 + Math.exp(-(taus[i] as number) * (ratio - 1))));
  const losses = gates.map((gate, i) => {
    return (-4 / (taus[i] as number)) * gate * (advantages[i] as number);
  });
  const dRatios = gates.map((gate, i) => -4 * gate * (1 - gate) * (advantages[i] as number));
  return { losses, slopes: slopesOf(dRatios) };
}
