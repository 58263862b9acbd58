import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { checkRecord } from '../types/check.ts';
import { freezeDeep } from '../types/freeze-deep.ts';
import { weigh } from './aggregation.ts';
import { callYours } from './check-yours.ts';
import { correct } from './correct.ts';
import { klTerms } from './kl-terms.ts';
import { checkLossResult, type LossResult } from './loss-fn.ts';
import {
  checkOwnNames,
  type LossOptions,
  type ResolvedLossOptions,
  resolveLossOptions,
} from './loss-options.ts';
import type { NoOptions, OwnOptions } from './own-options.ts';
import { TokenBatch, type TokenBatchInput } from './token-batch.ts';
import { tokenMetrics } from './token-metrics.ts';
import { checkTerms, type TokenTerms, weightedGradient, weightedSum } from './token-terms.ts';

export interface LossAbout {
  readonly title: string;
  /** The loss of a token, in a line. */
  readonly formula: string;
  /** Paper or, where there is none, the framework function that defines it. */
  readonly source: string;
}

/** A loss that is put together from the losses of tokens, and can therefore be told and combined. */
export interface DefinedLoss<Own = NoOptions> {
  (batch: TokenBatchInput, options?: LossOptions & Partial<Own>): LossResult;
  readonly about: LossAbout;
  /** Common options that have another default here. */
  readonly defaults: LossOptions;
  /** Options that only this loss has, or a few. */
  readonly own: OwnOptions<Own>;
}

export interface LossDefinition<Own = NoOptions> extends LossAbout {
  /** Options that differ from the common defaults. */
  readonly defaults?: LossOptions;
  /** Options that only this loss has, with defaults and checks. Common names are taken. */
  readonly own?: OwnOptions<Own>;
  /** The loss of each token, and its slope. */
  readonly terms: (batch: TokenBatch, options: ResolvedLossOptions & Own) => TokenTerms;
}

/**
 * Makes a loss of what a single token costs. All else is done here, alike for every loss:
 *
 *     loss = Σ_t w_t · r_t · f_t · loss_t  +  klBeta · Σ_t w_t · kl_t  −  entropyCoef · Σ_t w_t · H_t
 *
 * with w the weights of the aggregation, r those of the rollout correction (`tisMode`) and 0 where a token is left out
 * (`rejects`, `topEntropy`), and f the batch's own `weights`; these three are constants for the gradient. The entropies H
 * are not of the sampled tokens' log-probabilities, so their term has no part in `dLogprobs`: its gradient by them is
 * −entropyCoef · w. Sums are float64 in the kernels' pairwise order.
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
export function defineLoss<Own = NoOptions>(definition: LossDefinition<Own>): DefinedLoss<Own> {
  checkRecord('a loss definition', definition);
  const { defaults, terms } = definition;
  const own = definition.own ?? ({} as OwnOptions<Own>);
  if (typeof terms !== 'function') refuse('terms', 'a function', terms);
  checkOwnNames(own);
  resolveLossOptions({}, defaults, own);
  return makeLoss(definition);
}

/** {@link defineLoss} without a look at the definition, for those of ours: they are made while the package loads. */
export function makeLoss<Own = NoOptions>(definition: LossDefinition<Own>): DefinedLoss<Own> {
  const { title, formula, source, defaults = {}, terms } = definition;
  const own = definition.own ?? ({} as OwnOptions<Own>);
  const who = `loss ${show(title)}`;
  const loss = (input: TokenBatchInput, options: LossOptions & Partial<Own> = {}): LossResult => {
    const batch = TokenBatch.from(input);
    const resolved = resolveLossOptions(options, defaults, own);
    const given = callYours(who, () => terms(batch, resolved));
    const checked = checkTerms(given, batch, who);
    return checkLossResult(combine(batch, resolved, checked, who), batch, who);
  };
  // What a loss tells of itself is what it computes with: nobody may change it.
  const told = { about: { title, formula, source }, defaults, own };
  return Object.assign(loss, freezeDeep(told));
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
  const { aggregation, klBeta, entropyCoef } = options;
  const aggregated = weigh(aggregation, batch, options);
  const correction = correct(batch, options);
  const weights = aggregated.map(
    (weight, i) => weight * (correction.factors[i] as number) * (batch.weights?.[i] ?? 1),
  );
  const policyLoss = weightedSum(terms.losses, weights, batch);
  const policyGradient = weightedGradient(terms, weights, batch, who);
  const bonus =
    entropyCoef === 0 ? 0 : entropyCoef * meanEntropy(batch, aggregated, correction.kept);
  const metrics = {
    ...tokenMetrics(batch, options),
    ...terms.metrics,
    ...correction.metrics,
    policy_loss: policyLoss,
    ...(entropyCoef > 0 && { entropy_bonus: bonus }),
  };
  if (klBeta === 0) return { loss: policyLoss - bonus, dLogprobs: policyGradient, metrics };
  const kl = klTerms(batch, options);
  const klLoss = klBeta * weightedSum(kl.losses, aggregated, batch);
  const klGradient = weightedGradient(kl, aggregated, batch, who);
  return {
    loss: policyLoss + klLoss - bonus,
    dLogprobs: policyGradient.map((slope, i) => slope + klBeta * (klGradient[i] as number)),
    metrics: { ...metrics, ...kl.metrics, kl_loss: klLoss },
  };
}

/** Σ weights · entropies over the tokens that were not left out. */
function meanEntropy(batch: TokenBatch, weights: Float64Array, kept: Uint8Array | null): number {
  const own = kept === null ? weights : weights.map((weight, i) => weight * (kept[i] as number));
  return weightedSum(batch.require('entropies'), own, batch);
}
