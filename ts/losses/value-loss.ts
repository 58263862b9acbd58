import { checkOptions } from '../errors/check-options.ts';
import { checkFields } from '../types/check.ts';
import {
  type AggregationFn,
  type AggregationName,
  type AggregationOptions,
  aggregationWeights,
} from './aggregation.ts';
import { checkNumber } from './check-number.ts';
import { checkTokenValues, fail } from './check-yours.ts';
import { clamp } from './importance-ratio.ts';
import { TokenBatch } from './token-batch.ts';
import { checkLength } from './token-input.ts';
import { trainedMean, weightedSum } from './token-terms.ts';

/** What a critic says of tokens, and what came. One entry a token, but for `offsets`. */
export interface ValueTokens {
  /** Of the critic that is trained. [tokens] */
  readonly values: ArrayLike<number>;
  /** Of the critic before this update; needed to clip. [tokens] */
  readonly oldValues?: ArrayLike<number>;
  /** [tokens] */
  readonly returns: ArrayLike<number>;
  /** Where each sequence begins. [sequences + 1] */
  readonly offsets: ArrayLike<number>;
  /** Default: all are trained. [tokens] */
  readonly mask?: ArrayLike<number | boolean>;
}

export interface ValueLossOptions extends AggregationOptions {
  /** Default `'token-mean'`. */
  readonly aggregation?: AggregationName | AggregationFn;
  /** How far from the old value a value counts, ≥ 0. Null: as far as it goes. Default 0.2. */
  readonly valueClip?: number | null;
}

export interface ValueLossResult {
  readonly loss: number;
  /** ∂loss/∂values; 0 for tokens that are not trained. [tokens] */
  readonly dValues: Float64Array;
  /** `value_loss` and `value_clip_fraction`, of tokens whose clipped error is the greater. */
  readonly metrics: Readonly<Record<string, number>>;
}

const FIELDS: Readonly<Record<keyof ValueTokens, true>> = {
  values: true,
  oldValues: true,
  returns: true,
  offsets: true,
  mask: true,
};

/**
 * The loss of a critic: half the squared error, the greater one of the value as it is and of the value held near the old
 * one.
 *
 *     loss = ½ max((V − R)², (clip(V, V_old − valueClip, V_old + valueClip) − R)²)
 *     slope = V − R, or 0 where the clipped error is the greater and V is beyond the clip
 *
 * Where both errors are equal and V is beyond the clip, the slope is V − R; PyTorch takes half of it.
 *
 * Source: arXiv:1707.06347; verl's `compute_value_loss`; OpenRLHF's `ValueLoss`; TRL's `PPOTrainer`.
 *
 * @throws UpperhandError `invalid-argument` for tokens or options that are not legal; `invalid-loss-result` for errors whose
 *   square is beyond float64
 * @example
 * const tokens = { values: [1, 2], oldValues: [1, 1], returns: [0, 3], offsets: [0, 2] };
 * const { loss, dValues } = valueLoss(tokens);
 * loss;    // 1.06
 * dValues; // Float64Array [0.5, 0]
 */
export function valueLoss(tokens: ValueTokens, options: ValueLossOptions = {}): ValueLossResult {
  checkFields('value tokens', tokens, FIELDS);
  checkOptions(options, {
    aggregation: true,
    valueClip: true,
    totals: true,
    normLength: true,
    lengthEpsilon: true,
  });
  const { aggregation = 'token-mean', valueClip = 0.2, ...rest } = options;
  if (valueClip !== null) checkNumber('valueClip', valueClip, { min: 0 });
  const { values, returns, oldValues, offsets, mask } = tokens;
  checkLength('values', values);
  const batch = TokenBatch.from({
    logprobs: new Float64Array(values.length),
    offsets,
    ...(mask && { mask }),
  });
  const [value, target] = [batch.read('values', values), batch.read('returns', returns)];
  const old = valueClip === null ? value : batch.read('oldValues', oldValues as ArrayLike<number>);
  const reach = valueClip ?? Infinity;
  const held = value.map((v, i) => {
    const before = old[i] as number;
    return clamp(v, before - reach, before + reach);
  });
  const free = value.map((v, i) => (v - (target[i] as number)) ** 2);
  const clipped = held.map((v, i) => (v - (target[i] as number)) ** 2);
  const isClipped = clipped.map((error, i) => Number(error > (free[i] as number)));
  const weights = aggregationWeights(aggregation, batch, rest);
  const loss = weightedSum(
    free.map((error, i) => 0.5 * Math.max(error, clipped[i] as number)),
    weights,
    batch,
  );
  const dValues = weights.map((weight, i) => {
    const slope = (value[i] as number) - (target[i] as number);
    return isClipped[i] === 1 ? 0 : weight * slope + 0;
  });
  const metrics = { value_loss: loss, value_clip_fraction: trainedMean(isClipped, batch) };
  if (!Number.isFinite(loss)) fail(`the loss of values must be a finite number, got ${loss}`);
  return { loss, dValues: checkTokenValues('dValues', dValues, batch), metrics };
}
