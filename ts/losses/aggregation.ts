import { checkOptions } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import type { LossAggMode } from '../types/algorithm-config.ts';
import { checkRecord } from '../types/check.ts';
import { checkNumber } from './check-number.ts';
import { callYours, checkTokenValues } from './check-yours.ts';
import { TokenBatch, type TokenBatchInput } from './token-batch.ts';

/** Counts of a whole batch that is computed in parts. */
export interface BatchTotals {
  /** Trained tokens. */
  readonly tokens?: number;
  /** Sequences with at least one trained token. */
  readonly sequences?: number;
  /** Groups with at least one trained token. */
  readonly groups?: number;
}

export interface AggregationOptions {
  /** Counts of the whole batch, where this is a part of it. Default: those of the batch that is given. */
  readonly totals?: BatchTotals;
  /** The constant of `'seq-mean-token-sum-norm'`, in tokens. */
  readonly normLength?: number;
  /** Added to a sequence's number of trained tokens by `'seq-mean-token-mean'`, ≥ 0. Default 0; verl has 1e-8. */
  readonly lengthEpsilon?: number;
}

export type AggregationName =
  | LossAggMode
  | 'token-sum'
  | 'seq-mean-token-sum-norm'
  | 'group-mean-token-mean';

/**
 * How the losses of tokens become one number: a weight for each token, which the loss is multiplied by before
 * everything is summed. Weights of tokens that are not trained must be 0. [tokens]
 */
export type AggregationFn = (batch: TokenBatch, options: AggregationOptions) => ArrayLike<number>;

/**
 * The aggregations that have names. N trained tokens in S sequences that have any, n of them in the token's own:
 *
 *     token-mean                1 / N           long sequences count for more
 *     token-sum                 1               Tinker's
 *     seq-mean-token-sum        1 / S           each sequence by its length
 *     seq-mean-token-mean       1 / (S n)       all sequences alike, whatever their length
 *     seq-mean-token-sum-norm   1 / (S L)       L = normLength, a constant (Dr.GRPO)
 *     group-mean-token-mean     1 / (G m)       all groups alike: m trained tokens in the token's group, G groups
 *
 * `totals` replaces N, S and G; `lengthEpsilon` is added to n. What a group is, the batch's `groups` say: prompts (SkyRL's
 * `prompt_mean`), rollouts of several rows (agent-lightning's per-rollout mean), or micro-batches (the local token mean).
 * Source: verl's `agg_loss`, SkyRL's `apply_loss_reduction_to_advantages_minibatch`.
 */
export const aggregations: Readonly<
  Record<AggregationName, (batch: TokenBatch, options: AggregationOptions) => Float64Array>
> = {
  'token-mean': (batch, { totals }) =>
    weightsOf(batch, () => 1 / (totals?.tokens ?? batch.numTrained)),
  'token-sum': (batch) => weightsOf(batch, () => 1),
  'seq-mean-token-sum': (batch, { totals }) => weightsOf(batch, () => 1 / sequences(batch, totals)),
  'seq-mean-token-mean': (batch, { totals, lengthEpsilon = 0 }) =>
    weightsOf(batch, (trained) => 1 / (sequences(batch, totals) * (trained + lengthEpsilon))),
  'seq-mean-token-sum-norm': (batch, { totals, normLength }) => {
    if (normLength === undefined)
      refuse('normLength', 'given for aggregation "seq-mean-token-sum-norm"', normLength);
    return weightsOf(batch, () => 1 / (sequences(batch, totals) * normLength));
  },
  'group-mean-token-mean': (batch, { totals }) => {
    const { groupOf } = batch;
    if (groupOf === null && batch.numSequences > 0)
      refuse('groups', 'given for aggregation "group-mean-token-mean"', undefined);
    const lengths = groupLengths(batch);
    const groups = totals?.groups ?? numTrainedGroups(lengths);
    return weightsOf(batch, (_, s) => 1 / (groups * (lengths[groupOf?.[s] as number] as number)));
  },
};

/** Trained tokens of each group. */
function groupLengths({ groupOf, trained }: TokenBatch): number[] {
  const lengths: number[] = [];
  groupOf?.forEach((group, s) => {
    lengths[group] = (lengths[group] ?? 0) + (trained[s] as number);
  });
  return lengths;
}

function numTrainedGroups(lengths: readonly number[]): number {
  return lengths.filter((length) => length > 0).length;
}

function sequences(batch: TokenBatch, totals: BatchTotals | undefined): number {
  return totals?.sequences ?? batch.numTrainedSequences;
}

/** The same weight for all trained tokens of a sequence, of their number. */
function weightsOf(
  batch: TokenBatch,
  weight: (trained: number, sequence: number) => number,
): Float64Array {
  const { mask, offsets, trained } = batch;
  const weights = new Float64Array(batch.numTokens);
  trained.forEach((count, s) => {
    if (count === 0) return;
    const value = weight(count, s);
    for (let i = offsets[s] as number; i < (offsets[s + 1] as number); i++)
      if (mask[i] === 1) weights[i] = value;
  });
  return weights;
}

/**
 * The weight of each token under an aggregation. A backend that sums the losses of tokens gets the aggregation by
 * multiplying the advantages by these.
 *
 * @throws UpperhandError `invalid-argument` for a batch or options that are not legal; `loss-failed`
 *   when a function of yours throws, with what it threw as `cause`; `invalid-loss-result` for one that gives another
 *   number of weights, one that is not finite, or one for a token that is not trained
 * @example
 * const batch = TokenBatch.from([{ logprobs: [-1, -1, -1] }, { logprobs: [-1] }]);
 * aggregationWeights('token-mean', batch);          // Float64Array [0.25, 0.25, 0.25, 0.25]
 * aggregationWeights('seq-mean-token-sum', batch);  // Float64Array [0.5, 0.5, 0.5, 0.5]
 */
export function aggregationWeights(
  aggregation: AggregationName | AggregationFn,
  batch: TokenBatchInput,
  options: AggregationOptions = {},
): Float64Array {
  checkOptions(options, { totals: true, normLength: true, lengthEpsilon: true });
  return weigh(aggregation, batch, options);
}

/** The same, of options that have others beside. */
export function weigh(
  aggregation: AggregationName | AggregationFn,
  batch: TokenBatchInput,
  options: AggregationOptions,
): Float64Array {
  checkAggregationOptions(options);
  const checked = TokenBatch.from(batch);
  checkTotals(checked, options);
  if (typeof aggregation === 'function') {
    const given = callYours('aggregation', () => aggregation(checked, options));
    return checkTokenValues('aggregation', given, checked);
  }
  if (!Object.hasOwn(aggregations, aggregation))
    refuse('aggregation', `one of ${Object.keys(aggregations).join(', ')}`, aggregation);
  return aggregations[aggregation](checked, options);
}

export function checkAggregationOptions(options: AggregationOptions): void {
  checkRecord('options', options);
  const { totals, normLength, lengthEpsilon } = options;
  if (normLength !== undefined) checkNumber('normLength', normLength, { above: 0, finite: true });
  if (lengthEpsilon !== undefined)
    checkNumber('lengthEpsilon', lengthEpsilon, { min: 0, finite: true });
  if (totals === undefined) return;
  checkRecord('totals', totals);
  checkOptions(totals, { tokens: true, sequences: true, groups: true });
  for (const [name, count] of Object.entries(totals))
    if (count !== undefined) checkNumber(`totals.${name}`, count, { min: 0, finite: true });
}

/** A whole without a trained token has parts, too; but no part has more than the whole. */
function checkTotals(batch: TokenBatch, { totals }: AggregationOptions): void {
  const own = {
    tokens: batch.numTrained,
    sequences: batch.numTrainedSequences,
    groups: numTrainedGroups(groupLengths(batch)),
  };
  for (const name of ['tokens', 'sequences', 'groups'] as const)
    if (totals?.[name] === 0 && own[name] > 0)
      refuse(`totals.${name}`, `> 0 for a part that has ${own[name]}`, 0);
}
