import { type ClippedOptions, clippedOptions, clippedTerms } from './clipped-terms.ts';
import { type DefinedLoss, makeLoss } from './define-loss.ts';

/**
 * GSPO: PPO's clip on one ratio for a whole sequence, the geometric mean of those of its tokens.
 *
 *     s = exp(mean_t log ρ_t), over the trained tokens of the sequence
 *     loss = max(−s A, −clip(s, 1 − epsClip, 1 + epsClipHigh) A)
 *     slope = −s mean_u w_u A_u / w, over its tokens u that are not clipped, w the weights of the aggregation
 *
 * - `epsClip` 3e-4, `epsClipHigh` 4e-4 and aggregation `'seq-mean-token-mean'`, the paper's.
 * - `ratioLevel` `'sequence'`. `'sequence-token'` is {@link gspoTokenLoss}; where all tokens of a sequence have one
 *   advantage and one weight, both have the same gradient.
 * - `dualClip`, `maxLogRatio`, `ratioCap`, `ratioTo` and metrics as `ppo`; all of them hold s.
 *
 * Source: arXiv:2507.18071; TRL with `importance_sampling_level="sequence"`; OpenRLHF `policy_loss_type="gspo"`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -1.5], oldLogprobs: [-1, -1.5], advantages: 1 }];
 * gspoLoss(batch).dLogprobs; // Float64Array [-0.5, -0.5]
 */
export const gspoLoss: DefinedLoss<ClippedOptions> = /* @__PURE__ */ makeLoss({
  title: 'GSPO',
  formula: 'max(−s A, −clip(s, 1 − epsClip, 1 + epsClipHigh) A), s = exp(mean log ρ)',
  source: 'arXiv:2507.18071',
  defaults: { epsClip: 3e-4, epsClipHigh: 4e-4, aggregation: 'seq-mean-token-mean' },
  own: clippedOptions('sequence'),
  terms: clippedTerms,
});

/**
 * GSPO-token: the value of {@link gspoLoss}, with a slope that each token has of its own advantage.
 *
 *     s_t = sg(s) π_t / sg(π_t)
 *     loss = max(−s_t A, −clip(s_t, 1 − epsClip, 1 + epsClipHigh) A)
 *     slope = −s A, or 0 where the clipped one is the greater
 *
 * - Defaults as `gspo`; `ratioLevel` `'sequence-token'`.
 *
 * Source: arXiv:2507.18071, equations 13 to 15; verl's and SkyRL's `gspo`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -1.5], oldLogprobs: [-1, -1.5], advantages: [1, 0] }];
 * gspoTokenLoss(batch).dLogprobs; // Float64Array [-0.5, 0]
 */
export const gspoTokenLoss: DefinedLoss<ClippedOptions> = /* @__PURE__ */ makeLoss({
  title: 'GSPO-token',
  formula:
    'max(−sₜ A, −clip(sₜ, 1 − epsClip, 1 + epsClipHigh) A), sₜ = sg(s) π / sg(π), s = exp(mean log ρ)',
  source: 'arXiv:2507.18071',
  defaults: { epsClip: 3e-4, epsClipHigh: 4e-4, aggregation: 'seq-mean-token-mean' },
  own: clippedOptions('sequence-token'),
  terms: clippedTerms,
});

/**
 * LUSPO: GSPO without its bias towards short answers; a sequence counts by its length.
 *
 *     loss = n max(−s A, −clip(s, 1 − epsClip, 1 + epsClipHigh) A) of a sequence of n trained tokens
 *
 * - `gspo` with the aggregation `'seq-mean-token-sum'`: its tokens have one loss, so their sum is n times that.
 *
 * Source: arXiv:2602.05261; TRL `loss_type="luspo"`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -1.5], oldLogprobs: [-1, -1.5], advantages: 1 }];
 * luspoLoss(batch).loss; // -2
 */
export const luspoLoss: DefinedLoss<ClippedOptions> = /* @__PURE__ */ makeLoss({
  title: 'LUSPO',
  formula:
    'n max(−s A, −clip(s, 1 − epsClip, 1 + epsClipHigh) A) of a sequence of n tokens, s = exp(mean log ρ)',
  source: 'arXiv:2602.05261',
  defaults: { epsClip: 3e-4, epsClipHigh: 4e-4, aggregation: 'seq-mean-token-sum' },
  own: clippedOptions('sequence'),
  terms: clippedTerms,
});
