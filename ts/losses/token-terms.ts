import { sum } from '../kernels/js/pairwise-sum.ts';
import { callYours, checkTokenValues, fail, tell } from './check-yours.ts';
import type { TokenBatch } from './token-batch.ts';

/** The losses of single tokens, before they are weighted and summed. What stands for tokens that are not trained is not read. */
export interface TokenTerms {
  /** [tokens] */
  readonly losses: Float64Array;
  /**
   * The derivative of each token's loss by its own log-probability [tokens]. Where a loss depends on other tokens,
   * too, a function instead: it is given the weights, and gives Σ_t weights_t ∂losses_t/∂logprobs [tokens].
   */
  readonly slopes: Float64Array | ((weights: Float64Array) => Float64Array);
  readonly metrics?: Readonly<Record<string, number>>;
}

/** @throws UpperhandError `invalid-loss-result` for another number of losses or slopes */
export function checkTerms(given: unknown, { numTokens }: TokenBatch, who: string): TokenTerms {
  if (given instanceof Promise)
    fail(`${who}: terms must give losses and slopes, got ${tell(given)}`);
  const terms = (given ?? {}) as TokenTerms;
  for (const name of ['losses', 'slopes'] as const) {
    const values = terms[name];
    if (typeof values === 'function' && name === 'slopes') continue;
    if (values?.length !== numTokens)
      fail(`${who}: terms must give ${numTokens} ${name}, one a token, got ${tell(values)}`);
  }
  return terms;
}

/** Σ weights · values over trained tokens, in the kernels' pairwise order, the others counting as 0. */
export function weightedSum(
  values: Float64Array,
  weights: Float64Array,
  { mask }: TokenBatch,
): number {
  return sum(multiply(values, weights, mask), 0, values.length);
}

/** The gradient of the weighted sum of losses. */
export function weightedGradient(
  { slopes }: TokenTerms,
  weights: Float64Array,
  batch: TokenBatch,
  who: string,
): Float64Array {
  if (typeof slopes !== 'function') return multiply(slopes, weights, batch.mask);
  const given = callYours(who, () => slopes(weights));
  // + 0, so that no −0 is left.
  return checkTokenValues(`${who}: dLogprobs`, given, batch).map((slope) => slope + 0);
}

/** The slopes of a sum of two losses. */
export function addSlopes(a: TokenTerms['slopes'], b: TokenTerms['slopes']): TokenTerms['slopes'] {
  if (typeof a !== 'function' && typeof b !== 'function')
    return a.map((slope, i) => slope + (b[i] as number));
  const pulled = (slopes: TokenTerms['slopes'], weights: Float64Array): Float64Array =>
    typeof slopes === 'function'
      ? slopes(weights)
      : weights.map((weight, i) => weight * (slopes[i] as number));
  return (weights) => {
    const other = pulled(b, weights);
    return pulled(a, weights).map((slope, i) => slope + (other[i] as number));
  };
}

/** The mean over trained tokens; of none, the value given. */
export function trainedMean(values: Float64Array, batch: TokenBatch, ofNone = 0): number {
  const { mask, numTrained } = batch;
  if (numTrained === 0) return ofNone;
  const kept = new Float64Array(values.length);
  for (let i = 0; i < kept.length; i++) if (mask[i] === 1) kept[i] = values[i] as number;
  return sum(kept, 0, kept.length) / numTrained;
}

function multiply(values: Float64Array, weights: Float64Array, mask: Uint8Array): Float64Array {
  // Of the weights, as the values of somebody's loss may be in another precision. + 0, so that no −0 is left.
  return weights.map((weight, i) => (mask[i] === 1 ? weight * (values[i] as number) + 0 : 0));
}
