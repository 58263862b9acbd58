import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { sequenceMeans, sequenceSums, spread } from './importance-ratio.ts';
import { numberOption } from './own-options.ts';
import { trainedMean } from './token-terms.ts';

export interface A2poOptions {
  /** β₂: what a log ratio of the sequence is worth in rewards, > 0. */
  readonly beta: number;
}

/**
 * A*-PO: regression of the policy's implicit reward onto the optimal advantage.
 *
 *     loss = (beta Σ_t (log π − log π_ref) − A)² of a sequence, A = r − V*, the mean of its tokens' advantages
 *     slope = 2 beta (beta Σ_t (log π − log π_ref) − A), shared by its trained tokens
 *
 * - `beta` 1e-3, TRL's. Every token of a sequence has its loss, and aggregation `'seq-mean-token-mean'` counts it once.
 * - Metric: `implicit_reward`, the mean of beta Σ (log π − log π_ref) over trained tokens.
 * - Needs `advantages` and `refLogprobs`. V* is estimated beforehand: `b₁ log mean exp(r / b₁)` of samples of π_ref.
 *
 * Source: arXiv:2505.20686; TRL's `A2POTrainer`.
 *
 * @example
 * const batch = [{ logprobs: [-1, -1], refLogprobs: [-2, -2], advantages: 1 }];
 * const { loss, dLogprobs } = a2poLoss(batch, { beta: 1 });
 * loss;      // 1
 * dLogprobs; // Float64Array [2, 2]
 */
export const a2poLoss: DefinedLoss<A2poOptions> = /* @__PURE__ */ makeLoss({
  title: 'A*-PO',
  formula: '(beta Σ (log π − log π_ref) − A)² of a sequence',
  source: 'arXiv:2505.20686',
  defaults: { aggregation: 'seq-mean-token-mean' },
  own: { beta: numberOption(1e-3, { above: 0, finite: true }, 'worth of a log ratio in rewards') },
  terms: (batch, { beta }) => {
    const reference = batch.require('refLogprobs');
    const distances = batch.logprobs.map((logprob, i) => logprob - (reference[i] as number));
    const targets = sequenceMeans(batch.require('advantages'), batch);
    const rewards = spread(sequenceSums(distances, batch), batch, (sum) => beta * sum);
    const errors = rewards.map((reward, i) => reward - (targets[i] as number));
    return {
      losses: errors.map((error) => error * error),
      slopes: (weights) => {
        const pulls = spread(sequenceSums(weights, batch), batch);
        return pulls.map((pull, i) => 2 * beta * pull * (errors[i] as number));
      },
      metrics: { implicit_reward: trainedMean(rewards, batch) },
    };
  },
});
