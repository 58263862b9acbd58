import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { checkRecord } from '../types/check.ts';
import { aggregationWeights } from './aggregation.ts';
import { callYours } from './check-yours.ts';
import { klTerms } from './kl-estimators.ts';
import { checkLossResult, type LossResult } from './loss-fn.ts';
import { type LossOptions, type ResolvedLossOptions, resolveLossOptions } from './loss-options.ts';
import { rolloutWeights } from './rollout-weights.ts';
import { TokenBatch, type TokenBatchInput } from './token-batch.ts';
import { tokenMetrics } from './token-metrics.ts';
import {
  checkTerms,
  type TokenTerms,
  trainedMean,
  weightedGradient,
  weightedSum,
} from './token-terms.ts';

export interface LossAbout {
  readonly title: string;
  /** The loss of a token, in a line. */
  readonly formula: string;
  /** Paper or, where there is none, the framework function that defines it. */
  readonly source: string;
}

/** A loss that is put together from the losses of tokens, and can therefore be told and combined. */
export interface DefinedLoss {
  (batch: TokenBatchInput, options?: LossOptions): LossResult;
  readonly about: LossAbout;
}

export interface LossDefinition extends LossAbout {
  /** Options that differ from the common defaults. */
  readonly defaults?: LossOptions;
  /** The loss of each token, and its slope. */
  readonly terms: (batch: TokenBatch, options: ResolvedLossOptions) => TokenTerms;
}

/**
 * Makes a loss of what a single token costs. All else is done here, alike for every loss:
 *
 *     loss = Σ_t w_t · r_t · f_t · loss_t  +  klBeta · Σ_t w_t · kl_t
 *
 * with w the weights of the aggregation, r those of the rollout correction (`tisMode`), and f the batch's own
 * `weights`; these three are constants for the gradient. Sums are float64 in the kernels' pairwise order.
 *
 * Without a trained token the loss is 0, the gradient 0, and no metric NaN.
 *
 * @throws (the loss) UpperhandError `invalid-argument` for a batch or options that are not legal;
 *   `invalid-loss-result` when anything that comes out is not finite, and for terms of another length; `loss-failed`
 *   when `terms`, its `slopes` or an aggregation of yours throws, with what it threw as `cause`
 * @example
 * const reinforce = defineLoss({
 *   title: 'REINFORCE',
 *   formula: '−A log π',
 *   source: 'R. J. Williams, 1992',
 *   terms: (batch) => {
 *     const advantages = batch.require('advantages');
 *     return {
 *       losses: advantages.map((advantage, i) => -advantage * batch.logprobs[i]),
 *       slopes: advantages.map((advantage) => -advantage),
 *     };
 *   },
 * });
 * const { loss, dLogprobs } = reinforce([{ logprobs: [-1, -3], advantages: 0.5 }]);
 * loss;      // 1
 * dLogprobs; // Float64Array [-0.25, -0.25]
 */
export function defineLoss(definition: LossDefinition): DefinedLoss {
  checkRecord('a loss definition', definition);
  const { title, formula, source, defaults = {}, terms } = definition;
  if (typeof terms !== 'function') refuse('terms', 'a function', terms);
  resolveLossOptions(defaults);
  const who = `loss ${show(title)}`;
  const loss = (input: TokenBatchInput, options: LossOptions = {}): LossResult => {
    const batch = TokenBatch.from(input);
    const resolved = resolveLossOptions(options, defaults);
    const given = callYours(who, () => terms(batch, resolved));
    const checked = checkTerms(given, batch, who);
    return checkLossResult(combine(batch, resolved, checked, who), batch, who);
  };
  return Object.assign(loss, { about: { title, formula, source } });
}

/** Whether a loss was made by {@link defineLoss}. */
export function isDefinedLoss(loss: unknown): loss is DefinedLoss {
  return typeof loss === 'function' && 'about' in loss;
}

function combine(
  batch: TokenBatch,
  options: ResolvedLossOptions,
  terms: TokenTerms,
  who: string,
): LossResult {
  const { aggregation, klBeta, tisMode, tisCap } = options;
  const aggregated = aggregationWeights(aggregation, batch, options);
  const correction = tisMode === null ? null : rolloutWeights(batch, { tisMode, tisCap });
  const weights = aggregated.map(
    (weight, i) => weight * (correction?.[i] ?? 1) * (batch.weights?.[i] ?? 1),
  );
  const policyLoss = weightedSum(terms.losses, weights, batch);
  const policyGradient = weightedGradient(terms, weights, batch, who);
  const metrics = {
    ...tokenMetrics(batch, options),
    ...terms.metrics,
    ...(correction && correctionMetrics(batch, correction, tisCap)),
    policy_loss: policyLoss,
  };
  if (klBeta === 0) return { loss: policyLoss, dLogprobs: policyGradient, metrics };
  const kl = klTerms(batch, options);
  const klLoss = klBeta * weightedSum(kl.losses, aggregated, batch);
  const klGradient = weightedGradient(kl, aggregated, batch, who);
  return {
    loss: policyLoss + klLoss,
    dLogprobs: policyGradient.map((slope, i) => slope + klBeta * (klGradient[i] as number)),
    metrics: { ...metrics, ...kl.metrics, kl_loss: klLoss },
  };
}

function correctionMetrics(
  batch: TokenBatch,
  correction: Float64Array,
  tisCap: number,
): Record<string, number> {
  const capped = correction.map((weight) => (weight === tisCap ? 1 : 0));
  return {
    'tis/mean': trainedMean(correction, batch, 1),
    'tis/capped_fraction': trainedMean(capped, batch),
  };
}
