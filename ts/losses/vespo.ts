import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { clamp, sequenceSums, spread } from './importance-ratio.ts';
import type { ResolvedLossOptions } from './loss-options.ts';
import { flagOption, numberOption } from './own-options.ts';
import type { TokenBatch } from './token-batch.ts';
import { type TokenTerms, trainedMean } from './token-terms.ts';

export interface VespoOptions {
  /** Exponent k of w where A ≥ 0, ≥ 0. */
  readonly kPositive: number;
  /** λ where A ≥ 0, > 0. */
  readonly lambdaPositive: number;
  readonly kNegative: number;
  readonly lambdaNegative: number;
  /** Whether w is the ratio to the sampler: times min(π_old/π_rollout, tisCap) of each token. */
  readonly toSampler: boolean;
}

const LOG_TINY: number = Math.log(1e-8);

/**
 * VESPO: the policy gradient, weighted by a smooth bump of the ratio of the whole sequence: 1 where it is 1, fading to
 * both sides.
 *
 *     w = Π_t ρ_t over the trained tokens of the sequence, held within [1e-8, e²⁰], each log ρ within ±20
 *     φ = exp(λ) wᵏ exp(−λ w)
 *     loss = −sg(φ) A log π
 *     slope = −φ A
 *
 * - `kPositive` 2, `lambdaPositive` 3 where A ≥ 0; `kNegative` 3, `lambdaNegative` 2 elsewhere.
 * - `toSampler`, off by default: w also has min(π_old/π_rollout, `tisCap`) of each token, held at 1e-8 from below. It takes
 *   the place of `tisMode`.
 * - Needs `advantages` and `oldLogprobs`. Metric: `phi`, its mean over trained tokens.
 *
 * Source: arXiv:2602.10693; TRL `loss_type="vespo"`.
 *
 * @example
 * vespoLoss([{ logprobs: [-1], oldLogprobs: [-1], advantages: 1 }]).dLogprobs; // Float64Array [-1]
 */
export const vespoLoss: DefinedLoss<VespoOptions> = /* @__PURE__ */ makeLoss({
  title: 'VESPO',
  formula: '−sg(exp(λ) wᵏ exp(−λ w)) A log π, w = Π ρ',
  source: 'arXiv:2602.10693',
  own: {
    kPositive: numberOption(2, { min: 0, finite: true }, 'k where A ≥ 0'),
    lambdaPositive: numberOption(3, { above: 0, finite: true }, 'λ where A ≥ 0'),
    kNegative: numberOption(3, { min: 0, finite: true }, 'k elsewhere'),
    lambdaNegative: numberOption(2, { above: 0, finite: true }, 'λ elsewhere'),
    toSampler: flagOption(false, 'w is the ratio to the sampler'),
  },
  terms,
});

function terms(batch: TokenBatch, options: ResolvedLossOptions & VespoOptions): TokenTerms {
  const { kPositive, kNegative, lambdaPositive, lambdaNegative, toSampler, tisCap } = options;
  const advantages = batch.require('advantages');
  const old = batch.require('oldLogprobs');
  const rollout = toSampler ? batch.require('rolloutLogprobs') : null;
  const logs = batch.logprobs.map((logprob, i) => {
    const own = clamp(logprob - (old[i] as number), -20, 20);
    if (rollout === null) return own;
    const correction = Math.min((old[i] as number) - (rollout[i] as number), Math.log(tisCap));
    return own + clamp(correction, LOG_TINY, 20);
  });
  const sums = spread(sequenceSums(logs, batch), batch);
  const phis = sums.map((sum, i) => {
    const logWeight = clamp(sum, LOG_TINY, 20);
    const isPositive = (advantages[i] as number) >= 0;
    const [k, lambda] = isPositive ? [kPositive, lambdaPositive] : [kNegative, lambdaNegative];
    return Math.exp(lambda + k * logWeight - lambda * Math.exp(logWeight));
  });
  const slopes = phis.map((phi, i) => -phi * (advantages[i] as number));
  return {
    losses: slopes.map((slope, i) => slope * (batch.logprobs[i] as number)),
    slopes,
    metrics: { phi: trainedMean(phis, batch) },
  };
}
