import { type DefinedLoss, makeLoss } from './define-loss.ts';
import { groupTerms, trainedMembers } from './group-terms.ts';
import { sequenceSums, spread } from './importance-ratio.ts';
import { numberOption, wordOption } from './own-options.ts';
import type { TokenBatch } from './token-batch.ts';
import type { TokenTerms } from './token-terms.ts';

export interface TpoOptions {
  /** How a pair is told apart; see `tpoLoss`. */
  readonly contrast: 'sigmoid' | 'hinge' | 'ipo' | 'tpo-l';
  /** What a log-probability of the sequence is worth in rewards, > 0. */
  readonly beta: number;
  /** What the chosen one must be worth more by, `'tpo-l'` only. */
  readonly gamma: number;
  /** The part of pairs that are taken to be the wrong way round, from 0 to 1. */
  readonly labelSmoothing: number;
}

/**
 * TPO's contrast: of two answers to one prompt the chosen one is to be likelier than the rejected one, without a reference.
 *
 *     d = s(chosen) − s(rejected), s = Σ log π over the trained tokens of a sequence; mean log π for 'ipo' and 'tpo-l'
 *     'sigmoid'   −(1 − labelSmoothing) log σ(x) − labelSmoothing log σ(−x), x = beta d
 *     'tpo-l'     the same of x = beta d − gamma
 *     'hinge'     max(0, 1 − beta d)
 *     'ipo'       (d − 1 / (2 beta))²
 *     loss of a group = the mean over its pairs, 0 where it has none
 *
 * - `contrast` `'sigmoid'`, `beta` 0.01, `gamma` 0.5, `labelSmoothing` 0: TRL's, where a group is one pair.
 * - A sequence is chosen where the mean of its advantages is above 0, rejected where it is below; others are in no pair.
 * - Every token of a group has the group's loss, and aggregation `'group-mean-token-mean'` makes the mean over groups of it.
 * - The other half of TPO is `cross_entropy` of a third answer, the gold one (`tpo_alpha`): see `mixLosses`.
 * - Needs `advantages` and `groups`. Metrics, over pairs: `pair_accuracy`, the part of d > 0, and `reward_margin`, the mean
 *   of beta d; both 0 without pairs.
 *
 * Source: arXiv:2405.16681; TRL's `TPOTrainer`.
 *
 * @example
 * const chosen = { logprobs: [-1, -1], advantages: 1, group: 'a' };
 * const rejected = { logprobs: [-2], advantages: -1, group: 'a' };
 * const { loss, dLogprobs } = tpoLoss([chosen, rejected], { beta: 1 });
 * loss;      // 0.6931471805599453
 * dLogprobs; // Float64Array [-0.5, -0.5, 0.5]
 */
export const tpoLoss: DefinedLoss<TpoOptions> = /* @__PURE__ */ makeLoss({
  title: 'TPO',
  formula:
    '−log σ(beta (Σ log π of the chosen − Σ log π of the rejected)), the mean over pairs of a group',
  source: 'arXiv:2405.16681',
  defaults: { aggregation: 'group-mean-token-mean' },
  own: {
    contrast: wordOption(
      'sigmoid',
      ['sigmoid', 'hinge', 'ipo', 'tpo-l'],
      'how a pair is told apart',
    ),
    beta: numberOption(0.01, { above: 0, finite: true }, 'worth of a log-probability in rewards'),
    gamma: numberOption(0.5, { finite: true }, 'margin of rewards of `tpo-l`'),
    labelSmoothing: numberOption(0, { min: 0, max: 1 }, 'part of pairs taken the wrong way round'),
  },
  terms,
});

function terms(batch: TokenBatch, options: TpoOptions): TokenTerms {
  const { trained } = batch;
  const isMean = options.contrast === 'ipo' || options.contrast === 'tpo-l';
  const divisors = Float64Array.from(trained, (count) => (isMean ? Math.max(count, 1) : 1));
  const scores = sequenceSums(batch.logprobs, batch).map((sum, s) => sum / (divisors[s] as number));
  const signs = sequenceSums(batch.require('advantages'), batch).map(Math.sign);
  const dScores = new Float64Array(trained.length);
  const distances: number[] = [];
  const groupLosses = trainedMembers(batch, 'TPO').map((sequences) => {
    const pairs = sequences
      .filter((s) => signs[s] === 1)
      .flatMap((good) =>
        sequences.filter((s) => signs[s] === -1).map((bad) => [good, bad] as const),
      );
    let total = 0;
    for (const [good, bad] of pairs) {
      const distance = (scores[good] as number) - (scores[bad] as number);
      const [loss, slope] = contrastOf(distance, options);
      distances.push(distance);
      total += loss / pairs.length;
      dScores[good] = (dScores[good] as number) + slope / pairs.length;
      dScores[bad] = (dScores[bad] as number) - slope / pairs.length;
    }
    return total;
  });
  const dLogprobs = spread(dScores, batch, (d, s) => d / (divisors[s] as number));
  const meanOf = (values: readonly number[]): number =>
    values.reduce((all, value) => all + value / values.length, 0);
  return {
    ...groupTerms(batch, groupLosses, dLogprobs),
    metrics: {
      pair_accuracy: meanOf(distances.map((distance) => Number(distance > 0))),
      reward_margin: meanOf(distances.map((distance) => options.beta * distance)),
    },
  };
}

/** The loss of a pair, and its derivative by the distance. */
function contrastOf(
  distance: number,
  { contrast, beta, gamma, labelSmoothing }: TpoOptions,
): readonly [loss: number, slope: number] {
  if (contrast === 'hinge') {
    const missing = 1 - beta * distance;
    return missing > 0 ? [missing, -beta] : [0, 0];
  }
  if (contrast === 'ipo') {
    const error = distance - 1 / (2 * beta);
    return [error * error, 2 * error];
  }
  const x = beta * distance - (contrast === 'tpo-l' ? gamma : 0);
  const loss = (1 - labelSmoothing) * softplus(-x) + labelSmoothing * softplus(x);
  return [loss, beta * (1 / (1 + Math.exp(-x)) - (1 - labelSmoothing))];
}

/** log(1 + exp(x)), without overflow. */
function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}
