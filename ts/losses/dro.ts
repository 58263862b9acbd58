import { type DefinedLoss, makeLoss } from './define-loss.ts';

/**
 * DRO: the policy gradient with a quadratic penalty that holds the policy near the one that sampled, for data of any
 * age.
 *
 *     δ = log π − log π_old
 *     loss = −(A log π − droBeta/2 δ²)
 *     slope = −(A − droBeta δ)
 *
 * - `droBeta` 0.05, the value in Tinker's documentation; it asks for a beta, and verl has no default.
 * - log π_old is a constant for the gradient.
 * - Needs `advantages` and `oldLogprobs`. The paper's advantages are soft ones, which are yours to compute.
 *
 * Source: arXiv:2405.19107, arXiv:2501.12599; Tinker's `dro` with `beta` droBeta; verl's `compute_policy_loss_dro`.
 *
 * @example
 * const batch = [{ logprobs: [-1], oldLogprobs: [-2], advantages: 1 }];
 * const { loss, dLogprobs } = droLoss(batch, { droBeta: 0.5 });
 * loss;      // 1.25
 * dLogprobs; // Float64Array [-0.5]
 */
export const droLoss: DefinedLoss = /* @__PURE__ */ makeLoss({
  title: 'DRO',
  formula: '−(A log π − droBeta/2 (log ρ)²)',
  source: 'arXiv:2405.19107',
  terms: (batch, { droBeta }) => {
    const advantages = batch.require('advantages');
    const old = batch.require('oldLogprobs');
    const { logprobs } = batch;
    const deltas = logprobs.map((logprob, i) => logprob - (old[i] as number));
    return {
      losses: deltas.map(
        (delta, i) =>
          -((advantages[i] as number) * (logprobs[i] as number) - 0.5 * droBeta * delta * delta),
      ),
      slopes: deltas.map((delta, i) => -((advantages[i] as number) - droBeta * delta)),
    };
  },
});
