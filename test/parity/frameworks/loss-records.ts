import type { BuiltInLoss } from '../../../ts/losses/built-ins.ts';
import type { LossOptions } from '../../../ts/losses/loss-options.ts';
import type { LossName } from '../../../ts/losses/registry.ts';
import { runLoss } from '../../../ts/losses/run-loss.ts';
import { TokenBatch } from '../../../ts/losses/token-batch.ts';
import type { FlatTokens } from '../../../ts/losses/token-input.ts';
import type { Difference } from './claim.ts';
import { beyondDefaults } from './loss-defaults.ts';
import { type FrameworkRecord, numbers } from './records.ts';

export type AnyLossOptions = LossOptions & Readonly<Record<string, unknown>>;

/** A record's call as one of ours. */
export interface LossCall {
  readonly loss: LossName;
  readonly tokens: FlatTokens;
  readonly options: AnyLossOptions;
  /** What the framework multiplies its result by, and we leave to the caller: for several processes, for steps. */
  readonly times?: number;
}

/** A metric of ours, or several that are added up. */
export type MetricName = string | readonly string[];

export interface LossFieldOptions {
  /** What the records call the gradient. */
  readonly gradient?: string;
  /** What the framework adds to the number of tokens in the means of its metrics. */
  readonly meanEpsilon?: number;
}

/** The fields that all loss records have, and the metrics that are asked for, by their names there. */
export function lossFields(
  { loss, tokens, options, times = 1 }: LossCall,
  metrics: Readonly<Record<string, MetricName>> = {},
  { gradient = 'gradient', meanEpsilon = 0 }: LossFieldOptions = {},
): Record<string, unknown> {
  const batch = TokenBatch.from(tokens);
  const ours = runLoss(loss as BuiltInLoss, batch, beyondDefaults(loss, options));
  const share = batch.numTrained / (batch.numTrained + meanEpsilon);
  const named = Object.entries(metrics).map(([theirs, own]) => {
    const parts = typeof own === 'string' ? [own] : own;
    const sum = parts.reduce((total, part) => total + (ours.metrics[part] as number), 0);
    return [theirs, sum * (batch.numTrained === 0 ? 1 : share)];
  });
  return {
    loss: times * ours.loss,
    [gradient]: ours.dLogprobs.map((slope) => times * slope),
    ...(named.length > 0 && { metrics: Object.fromEntries(named) }),
  };
}

/** Trained tokens, counted from the mask. */
export function numTrained({ mask }: FlatTokens): number {
  return Array.from(mask as ArrayLike<number>).reduce((sum, on) => sum + on, 0);
}

export function numRows({ offsets }: FlatTokens): number {
  return offsets.length - 1;
}

/** Whether a row has no trained token. */
export function hasEmptyRow(record: FrameworkRecord): boolean {
  const mask = numbers(record.inputs.mask);
  const [height = 0, columns = 0] = (record.inputs.mask as { shape: readonly number[] }).shape;
  return Array.from({ length: height }, (_, row) => row).some((row) =>
    mask.subarray(row * columns, (row + 1) * columns).every((on) => on === 0),
  );
}

/** Fields of the inputs that a number of ours is computed of. */
const FIELDS = ['log_probs', 'old_log_probs', 'rollout_log_probs', 'advantages', 'new', 'old'];

const readAt = (record: FrameworkRecord, isTrained: boolean): boolean => {
  const mask = numbers(record.inputs.mask);
  return FIELDS.filter((field) => field in record.inputs).some((field) => {
    const values = numbers(record.inputs[field], record.inputs.dtype as string);
    return values.some((value, i) => !Number.isFinite(value) && (mask[i] === 1) === isTrained);
  });
};

/** No token is trained: a mean over none. */
export const nothingTrained: Difference = {
  rule: 'no token is trained',
  because: 'the framework divides 0 by 0, or by its epsilon; ours is 0 with the gradient 0',
  applies: ({ inputs }) => numbers(inputs.mask).every((on) => on === 0),
};

/** A number at a token that is not trained reaches a sum there. */
export const leaks: Difference = {
  rule: 'NaN at a token that is not trained',
  because:
    'the framework multiplies it by the mask, and NaN · 0 is NaN; ours does not read such tokens',
  applies: (record) =>
    readAt(record, false) &&
    !readAt(record, true) &&
    JSON.stringify(record.expect).includes('"NaN"'),
};

/** What is not finite at a trained token. */
export const refused: Difference = {
  rule: 'a trained token without a finite number',
  because: 'the framework computes on, and NaN reaches the weights; ours refuses, naming the token',
  applies: (record) => readAt(record, true),
};

export const commonDifferences: readonly Difference[] = [refused, leaks, nothingTrained];

/** Covariances of advantage and log-probability at trained tokens, as Clip-Cov and KL-Cov take them. */
export function covariances(tokens: FlatTokens): number[] {
  const { mask, logprobs, advantages, numTrained: count } = TokenBatch.from(tokens);
  const own = Array.from(mask.keys()).filter((i) => mask[i] === 1);
  const mean = (values: Float64Array | null): number =>
    own.reduce((sum, i) => sum + (values?.[i] ?? 0), 0) / count;
  const [a, l] = [mean(advantages), mean(logprobs)];
  return own.map((i) => ((advantages?.[i] ?? 0) - a) * ((logprobs[i] as number) - l));
}

/** Nothing is excused but the slopes of tokens with such covariances, and sums over all tokens. */
function aroundCovariances(
  tokens: FlatTokens,
  isNear: (covariance: number) => boolean,
  ours: Readonly<Record<string, unknown>>,
): Record<string, number | Float64Array> {
  const found = covariances(tokens);
  let next = 0;
  const gradient = Float64Array.from(TokenBatch.from(tokens).mask, (on) =>
    on === 1 && isNear(found[next++] as number) ? Infinity : 0,
  );
  const metrics = Object.keys((ours.metrics as object | undefined) ?? {});
  return {
    loss: Infinity,
    gradient,
    ...Object.fromEntries(metrics.map((name) => [`metrics.${name}`, Infinity])),
  };
}

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * (1 + Math.abs(a));

/** A covariance at the very bound: rounding, or the epsilon of a mean, decides on which side it is. */
export function covarianceAtBound(
  tokensOf: (record: FrameworkRecord) => FlatTokens,
  boundsOf: (record: FrameworkRecord) => readonly number[],
): Difference {
  return {
    rule: 'a covariance at the very bound of the candidates',
    because: 'theirs differs in the last digits (its mean divides by N + 1e-8, or is float32)',
    applies: (record) => {
      const found = covariances(tokensOf(record));
      return boundsOf(record).some((bound) => found.some((one) => isClose(one, bound)));
    },
    // With one candidate more or less, another one is drawn.
    within: (record, ours) => {
      const bounds = boundsOf(record);
      const isCandidate = (one: number): boolean =>
        (one >= Math.min(...bounds) && one <= Math.max(...bounds)) ||
        bounds.some((bound) => isClose(one, bound));
      return aroundCovariances(tokensOf(record), isCandidate, ours);
    },
  };
}

/** Two tokens of the same covariance, of which one is chosen. */
export function covarianceTie(
  tokensOf: (record: FrameworkRecord) => FlatTokens,
  ratioOf: (record: FrameworkRecord) => number,
): Difference {
  const aroundCut = (record: FrameworkRecord): readonly number[] => {
    const found = covariances(tokensOf(record)).sort((a, b) => b - a);
    const cut = Math.max(Math.floor(ratioOf(record) * found.length), 1);
    return found.slice(cut - 1, cut + 1);
  };
  return {
    rule: 'tied covariances at the cut',
    because: 'which of equal ones topk takes is PyTorch’s affair; ours takes the first',
    applies: (record) => {
      const [last, first] = aroundCut(record);
      return last !== undefined && first !== undefined && isClose(last, first);
    },
    within: (record, ours) => {
      const cut = aroundCut(record);
      const isNear = (one: number): boolean => cut.some((other) => isClose(one, other));
      return aroundCovariances(tokensOf(record), isNear, ours);
    },
  };
}

interface ValueNames {
  readonly values: string;
  readonly oldValues: string;
  readonly returns: string;
  readonly gradient: string;
}

/** Where a value is at the bound of its clip, or both errors are equal beyond it: PyTorch's max and clamp halve. */
export function valueAtBound(
  clipOf: (record: FrameworkRecord) => number | null,
  names: ValueNames,
): Difference {
  const atBound = (record: FrameworkRecord): boolean[] => {
    const clip = clipOf(record);
    const dtype = record.inputs.dtype as string | undefined;
    const [values, old, returns] = [names.values, names.oldValues, names.returns].map((name) =>
      numbers(record.inputs[name], dtype),
    ) as [Float64Array, Float64Array, Float64Array];
    return Array.from(values, (value, i) => {
      const before = old[i] as number;
      const moved = Math.abs(value - before);
      if (clip === null || moved < clip - 1e-6) return false;
      const held = before + Math.sign(value - before) * clip;
      const [free, bounded] = [value, held].map((v) => (v - (returns[i] as number)) ** 2);
      return (
        isClose(moved, clip) ||
        Math.abs((free as number) - (bounded as number)) <= 1e-5 * (free as number)
      );
    });
  };
  return {
    rule: 'a value at the bound of the clip, or equal errors beyond it',
    rare: true,
    because:
      'PyTorch shares the slope of a maximum among what is equal; ours gives all of it to one',
    applies: (record) => atBound(record).some(Boolean),
    within: (record) => ({
      [names.gradient]: atBound(record).map((isAt) => (isAt ? Infinity : 0)),
    }),
  };
}

/** The largest ratio times advantage of a record, at trained tokens: what cancels where such losses are added up. */
export function largestRatio(tokensOf: (record: FrameworkRecord) => FlatTokens) {
  return (record: FrameworkRecord): number => {
    const { mask, logprobs, oldLogprobs, advantages } = tokensOf(record);
    return Array.from(logprobs).reduce((most, logprob, i) => {
      const ratio = Math.exp(logprob - (oldLogprobs?.[i] as number));
      const term = Math.abs(ratio * (advantages?.[i] as number));
      return mask?.[i] === 1 && term > most ? term : most;
    }, 0);
  };
}

/** Each row by itself: what metrics of rows are made of. Null for a row without a trained token. */
export function rowMetrics({ loss, tokens, options }: LossCall) {
  const { offsets } = tokens;
  return Array.from({ length: numRows(tokens) }, (_, row) => {
    const [start, end] = [offsets[row] as number, offsets[row + 1] as number];
    const cut = Object.entries(tokens).map(([name, values]) => {
      const own = Array.from(values as ArrayLike<unknown>);
      return [name, name === 'sequenceAdvantages' ? [own[row]] : own.slice(start, end)];
    });
    const alone = { ...Object.fromEntries(cut), offsets: [0, end - start] };
    if (numTrained(alone) === 0) return null;
    return runLoss(loss as BuiltInLoss, alone, beyondDefaults(loss, { ...options, totals: {} }))
      .metrics;
  });
}

/** Ratios so large that what they leave of a sum has lost its digits. */
export function swallowed(
  tokensOf: (record: FrameworkRecord) => FlatTokens,
  field = 'loss',
): Difference {
  const largest = largestRatio(tokensOf);
  const bound = (record: FrameworkRecord): number =>
    (record.inputs.dtype === 'float64' ? 1e-15 : 1e-6) * largest(record);
  return {
    rule: 'huge ratios of both signs',
    because:
      'they cancel, and what is left of their sum has lost its digits, in another order of adding up',
    applies: (record) => bound(record) > 1e-2,
    within: (record) => ({ [field]: bound(record) }),
  };
}

/** A ratio at the very bound of a range, where float32 decides on which side it is. */
export function ratioAtBound(
  tokensOf: (record: FrameworkRecord) => FlatTokens,
  boundsOf: (record: FrameworkRecord) => readonly number[],
): Difference {
  const atBound = (record: FrameworkRecord): boolean[] => {
    const { logprobs, oldLogprobs } = tokensOf(record);
    const bounds = boundsOf(record);
    return Array.from(logprobs, (logprob, i) => {
      const ratio = Math.exp(logprob - (oldLogprobs?.[i] as number));
      return bounds.some((bound) => isClose(ratio, bound));
    });
  };
  return {
    rule: 'a ratio at the very bound of the range',
    because: 'it is float32 there, and falls on the other side of the bound',
    applies: (record) => atBound(record).some(Boolean),
    // The loss has no jump there, only its slope, and what counts such tokens.
    within: (record) => ({
      gradient: atBound(record).map((isAt) => (isAt ? Infinity : 0)),
      'metrics.clip_ratio': 1,
    }),
  };
}
