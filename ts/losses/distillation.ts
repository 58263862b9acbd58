import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { leveledRatio, type RatioTo } from './importance-ratio.ts';
import { numberOption, wordOption } from './own-options.ts';
import { addSlopes, trainedMean } from './token-terms.ts';

export interface SdarOptions {
  /** How sharply the gate opens where the teacher is surer than the policy, ≥ 0. */
  readonly gateBeta: number;
}

/**
 * SDAR: distillation from a teacher, most of it where the teacher is surer of the sampled token than the policy.
 *
 *     d = log π_teacher − log π
 *     loss = sg(σ(gateBeta d)) d
 *     slope = −σ(gateBeta d)
 *
 * - `gateBeta` 5. The batch's `refLogprobs` are the teacher's. It is added to a policy loss: see `mixLosses`.
 * - Metrics: `gate`, its mean; `gate_open`, the part of tokens above 0.5; `teacher_gap`, the mean of d.
 *
 * Source: arXiv:2605.15155; ms-swift's `compute_sdar_loss`.
 *
 * @example
 * const batch = [{ logprobs: [-2, -1], refLogprobs: [-2, -1] }];
 * sdarLoss(batch).dLogprobs; // Float64Array [-0.25, -0.25]
 */
export const sdarLoss: DefinedLoss<SdarOptions> = /* @__PURE__ */ makeLoss({
  title: 'SDAR',
  formula: 'sg(σ(gateBeta d)) d, d = log π_teacher − log π',
  source: 'arXiv:2605.15155',
  own: { gateBeta: numberOption(5, { min: 0, finite: true }, 'how sharply the gate opens') },
  terms: (batch, { gateBeta }) => {
    const teacher = batch.require('refLogprobs');
    const gaps = batch.logprobs.map((logprob, i) => (teacher[i] as number) - logprob);
    const gates = gaps.map((gap) => 1 / (1 + Math.exp(-gateBeta * gap)));
    return {
      losses: gates.map((gate, i) => gate * (gaps[i] as number)),
      slopes: gates.map((gate) => -gate),
      metrics: {
        gate: trainedMean(gates, batch),
        gate_open: trainedMean(
          gates.map((gate) => Number(gate > 0.5)),
          batch,
        ),
        teacher_gap: trainedMean(gaps, batch),
      },
    };
  },
});

export interface RefKlOptions {
  /** How far the probability of a token may fall below that of π_old before it is left out, ≥ 0. */
  readonly threshold: number;
  /** Weight of (log ρ)² at every token, ≥ 0. */
  readonly logRatioPenalty: number;
  readonly ratioTo: RatioTo;
}

/**
 * On-policy distillation: the policy gradient with log π_ref − log π as each token's advantage.
 *
 *     loss = −sg(log π_ref − log π) ρ + logRatioPenalty (log ρ)², without the first term where π_old − π > threshold
 *
 * - `threshold` 0.2, `logRatioPenalty` 1e-3, `ratioTo` `'rollout'`: prime-rl's. The batch's `refLogprobs` are the teacher's.
 * - Advantages are not read. Metrics: `ref_gap`, the mean of log π_ref − log π, and `clip_fraction` of tokens left out.
 *
 * Source: prime-rl's `ref_kl_loss_fn`.
 *
 * @example
 * const batch = [{ logprobs: [-2], rolloutLogprobs: [-2], refLogprobs: [-1] }];
 * refKlLoss(batch).dLogprobs; // Float64Array [-1]
 */
export const refKlLoss: DefinedLoss<RefKlOptions> = /* @__PURE__ */ makeLoss({
  title: 'on-policy distillation',
  formula:
    '−sg(log π_ref − log π) ρ + logRatioPenalty (log ρ)², without the former where π_old − π > threshold',
  source: 'prime-rl `ref_kl_loss_fn`',
  own: {
    threshold: numberOption(0.2, { min: 0 }, 'how far the probability of a token may fall'),
    logRatioPenalty: numberOption(1e-3, { min: 0, finite: true }, 'weight of (log ρ)²'),
    ratioTo: wordOption('rollout', ['old', 'rollout'], 'the policy that π is compared with'),
  },
  terms: (batch, { threshold, logRatioPenalty, ratioTo, maxLogRatio }) => {
    const teacher = batch.require('refLogprobs');
    const old = batch.require(ratioTo === 'old' ? 'oldLogprobs' : 'rolloutLogprobs');
    const { ratios, slopesOf } = leveledRatio(batch, 'token', maxLogRatio, ratioTo);
    const { logRatios } = leveledRatio(batch, 'token', Infinity, ratioTo);
    const gaps = batch.logprobs.map((logprob, i) => (teacher[i] as number) - logprob);
    const isOut = batch.logprobs.map((logprob, i) => {
      return Number(Math.exp(logprob) - Math.exp(old[i] as number) < -threshold);
    });
    const gains = gaps.map((gap, i) => (isOut[i] === 1 ? 0 : -gap));
    return {
      losses: ratios.map((ratio, i) => {
        return ratio * (gains[i] as number) + logRatioPenalty * (logRatios[i] as number) ** 2;
      }),
      slopes: addSlopes(
        slopesOf(gains),
        logRatios.map((logRatio) => 2 * logRatioPenalty * logRatio),
      ),
      metrics: { ref_gap: trainedMean(gaps, batch), clip_fraction: trainedMean(isOut, batch) },
    };
  },
});

/**
 * CHORD-φ: cross-entropy on an expert's tokens, least where the policy is sure that they are right or wrong.
 *
 *     loss = −sg(π (1 − π)) log π
 *     slope = −π (1 − π)
 *
 * - CHORD itself is (1 − μ) of a policy loss and μ of this, with μ falling as training goes on: see `mixLosses`.
 *
 * Source: arXiv:2508.11408; ms-swift's `compute_chord_loss` with `chord_enable_phi_function`.
 *
 * @example
 * chordLoss([{ logprobs: [Math.log(0.5)] }]).dLogprobs; // Float64Array [-0.25]
 */
export const chordLoss: DefinedLoss = /* @__PURE__ */ makeLoss({
  title: 'CHORD-φ',
  formula: '−sg(π (1 − π)) log π',
  source: 'arXiv:2508.11408',
  terms: ({ logprobs }) => {
    const weights = logprobs.map((logprob) => Math.exp(logprob) * -Math.expm1(logprob));
    return {
      losses: logprobs.map((logprob, i) => -(weights[i] as number) * logprob),
      slopes: weights.map((weight) => -weight),
    };
  },
});
