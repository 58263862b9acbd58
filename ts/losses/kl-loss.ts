import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { klTerms } from './kl-terms.ts';

/**
 * The KL divergence to a reference policy, estimated from the sampled tokens, as a loss of its own. Other losses have
 * it as a term, with `klBeta`.
 *
 *     d = log π − log π_ref
 *     k1    loss d                 slope 1
 *     k2    loss d²/2              slope d
 *     k3    loss exp(−d) − 1 + d   slope 1 − exp(−d)
 *     abs   loss |d|               slope sign(d), at 0 it is 0
 *     k1+, k3+                     those with the slope of k2
 *
 * - `klType` `'k3'`. `klCap`, off by default: estimates are held within ±klCap, with slope 0 beyond, but for the
 *   forms with +; at the very bound a token still has its slope. verl, SkyRL, OpenRLHF and NeMo RL have 10.
 * - log π_ref is a constant for the gradient.
 * - Needs `refLogprobs`. Metric: `kl`, the mean over trained tokens.
 *
 * Source: J. Schulman, "Approximating KL Divergence", 2020; verl's `kl_penalty`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -2], refLogprobs: [-2, -2] }];
 * klLoss(batch, { klType: 'k2' }).loss;      // 0.25
 * klLoss(batch, { klType: 'k2' }).dLogprobs; // Float64Array [0.5, 0]
 */
export const klLoss: DefinedLoss = /* @__PURE__ */ makeLoss({
  title: 'KL to the reference',
  formula: 'exp(−d) − 1 + d (klType k3) within ±klCap, d = log π − log π_ref',
  source: 'J. Schulman, "Approximating KL Divergence", 2020',
  terms: klTerms,
});
