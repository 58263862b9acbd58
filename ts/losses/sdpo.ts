import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { leveledRatio } from './importance-ratio.ts';
import { optionalNumber } from './own-options.ts';
import { trainedMean } from './token-terms.ts';

export interface SdpoOptions {
  /** Upper bound of the held ratio, > 0; null: there is no ratio, and no need of π_old. */
  readonly heldRatioCap: number | null;
}

/**
 * SDPO by sampled tokens: the policy distils from itself as it is when it has seen more, such as an answer that
 * succeeded or feedback. That is the teacher, and the gradient one of KL(π ‖ π_teacher) on the policy's own samples.
 *
 *     loss = sg(min(ρ, heldRatioCap) (log π − log π_teacher)) log π
 *     slope = min(ρ, heldRatioCap) (log π − log π_teacher)
 *
 * - `heldRatioCap` 2, aggregation `'seq-mean-token-mean'`: TRL's. The batch's `refLogprobs` are the teacher's: of the
 *   same tokens after the longer prompt. Rows that the teacher has nothing more for are masked.
 * - Advantages are not read. TRL's `distillation_weight` w is w of this and 1 − w of a policy loss: see `mixLosses`.
 * - The value is no KL: `teacher_gap`, the mean of log π_teacher − log π, is what goes to 0.
 *
 * Source: arXiv:2601.20802; TRL's `compute_sampled_token_self_distillation_loss`.
 *
 * @example
 * const batch = [{ logprobs: [-2, -1], oldLogprobs: [-2, -1], refLogprobs: [-1, -1] }];
 * const { loss, dLogprobs } = sdpoLoss(batch);
 * loss;      // 1
 * dLogprobs; // Float64Array [-0.5, 0]
 */
export const sdpoLoss: DefinedLoss<SdpoOptions> = /* @__PURE__ */ makeLoss({
  title: 'SDPO',
  formula: 'sg(min(ρ, heldRatioCap) (log π − log π_teacher)) log π',
  source: 'arXiv:2601.20802',
  defaults: { aggregation: 'seq-mean-token-mean' },
  own: {
    heldRatioCap: optionalNumber(2, { above: 0 }, 'upper bound of the held ratio; null: no ratio'),
  },
  terms: (batch, { heldRatioCap, maxLogRatio }) => {
    const teacher = batch.require('refLogprobs');
    const gaps = batch.logprobs.map((logprob, i) => (teacher[i] as number) - logprob);
    const ratios =
      heldRatioCap === null ? null : leveledRatio(batch, 'token', maxLogRatio, 'old').ratios;
    const slopes = gaps.map((gap, i) => {
      return -gap * (ratios === null ? 1 : Math.min(ratios[i] as number, heldRatioCap as number));
    });
    return {
      losses: slopes.map((slope, i) => slope * (batch.logprobs[i] as number)),
      slopes,
      metrics: { teacher_gap: trainedMean(gaps, batch) },
    };
  },
});
