import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { groupTerms, trainedMembers } from './group-terms.ts';
import { sequenceSums, spread } from './importance-ratio.ts';
import { numberOption } from './own-options.ts';
import type { TokenBatch } from './token-batch.ts';

export interface RealOptions {
  /** Temperature of the scores, > 0. */
  readonly temperature: number;
}

/**
 * REAL: a group as a classification of its sequences, the good ones against the bad ones, by how far the policy has moved
 * towards them.
 *
 *     s = mean log ρ over the trained tokens of a sequence, divided by the temperature
 *     loss of a group = log(1 + Σ_{A ≤ 0} exp(s)) + log(1 + Σ_{A > 0} exp(−s)), 0 where one of the two is empty
 *
 * - `temperature` 0.5. Every token of a group has the group's loss, and aggregation `'group-mean-token-mean'` makes the
 *   mean over groups of it.
 * - The sign of a sequence is that of the mean of its advantages.
 * - Needs `advantages`, `oldLogprobs` and `groups`.
 *
 * Source: arXiv:2602.05630; ms-swift `loss_type="real"`.
 *
 * @example
 * const sequence = { logprobs: [-1], oldLogprobs: [-1], group: 'a' };
 * realLoss([{ ...sequence, advantages: 1 }, { ...sequence, advantages: -1 }]).dLogprobs; // Float64Array [-1, 1]
 */
export const realLoss: DefinedLoss<RealOptions> = /* @__PURE__ */ makeLoss({
  title: 'REAL',
  formula:
    'log(1 + Σ_{A ≤ 0} exp(s)) + log(1 + Σ_{A > 0} exp(−s)) of a group, s = mean log ρ / temperature',
  source: 'arXiv:2602.05630',
  defaults: { aggregation: 'group-mean-token-mean' },
  own: {
    temperature: numberOption(0.5, { above: 0, finite: true }, 'temperature of the scores'),
  },
  terms: (batch, { temperature }) => {
    const { groups, slopes } = classify(batch, temperature);
    return groupTerms(batch, groups, slopes);
  },
});

/** The loss of each group, and its derivative by the log-probability of each token. */
function classify(batch: TokenBatch, temperature: number) {
  const { trained } = batch;
  const advantages = sequenceSums(batch.require('advantages'), batch);
  const old = batch.require('oldLogprobs');
  const distances = batch.logprobs.map((logprob, i) => logprob - (old[i] as number));
  const scores = sequenceSums(distances, batch).map((sum, s) => {
    return sum / Math.max(trained[s] as number, 1) / temperature;
  });
  const dScores = new Float64Array(trained.length);
  const groups = trainedMembers(batch, 'REAL').map((sequences) => {
    const bad = sequences.filter((s) => (advantages[s] as number) <= 0);
    const good = sequences.filter((s) => (advantages[s] as number) > 0);
    if (bad.length === 0 || good.length === 0) return 0;
    const sides = [
      { side: bad, sign: 1 },
      { side: good, sign: -1 },
    ];
    return sides.reduce((total, { side, sign }) => {
      const exps = side.map((s) => Math.exp(sign * (scores[s] as number)));
      const sum = exps.reduce((all, exp) => all + exp, 1);
      side.forEach((s, k) => {
        dScores[s] = (sign * (exps[k] as number)) / sum / temperature;
      });
      return total + Math.log(sum);
    }, 0);
  });
  return { groups, slopes: spread(dScores, batch, (d, s) => d / (trained[s] as number)) };
}
