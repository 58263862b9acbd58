import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import type { TisMode } from '../types/algorithm-config.ts';
import {
  type AggregationFn,
  type AggregationName,
  type AggregationOptions,
  aggregations,
  type BatchTotals,
  checkAggregationOptions,
} from './aggregation.ts';
import { checkNumber } from './check-number.ts';
import { type KlType, klEstimators } from './kl-estimators.ts';

/** What a loss may be told; all of it is optional, and a loss ignores what it has no use for. */
export interface LossOptions {
  /** How the losses of tokens become one number: a name, or a function of yours. Default `'token-mean'`. */
  readonly aggregation?: AggregationName | AggregationFn;
  /** Counts of the whole batch, where this is a part of it. Default: those of the batch that is given. */
  readonly totals?: BatchTotals;
  /** The constant that `'seq-mean-token-sum-norm'` divides by, in tokens. It has no default. */
  readonly normLength?: number;
  /** How far below 1 a ratio may go, ≥ 0; from 1 on there is no bound. Default 0.2; `cispo` 1. */
  readonly epsClip?: number;
  /** How far above 1 a ratio may go, ≥ 0. Null: as far as `epsClip`. Default null; `cispo` 3. */
  readonly epsClipHigh?: number | null;
  /** Above 1: the ratio at which `ppo` bounds the loss of negative advantages. Default null: it does not. */
  readonly dualClip?: number | null;
  /** Bounds |log ratio| before exp, > 0; a token beyond has no gradient. Default Infinity: no bound. */
  readonly maxLogRatio?: number;
  /** Weight of `dro`'s squared log ratio, ≥ 0. Default 0.05. */
  readonly droBeta?: number;
  /** Weight of the KL term, ≥ 0. Default 0: there is none. */
  readonly klBeta?: number;
  /** Default `'k3'`. */
  readonly klType?: KlType;
  /** Bounds the |KL estimate| of each token, > 0; a token beyond has no gradient. Default Infinity: no bound. */
  readonly klCap?: number;
  /** Corrects for a sampler that is not π_old, by token or by sequence. Default null: it does not. */
  readonly tisMode?: TisMode | null;
  /** Upper bound of that correction's weights, > 0. Default 5. */
  readonly tisCap?: number;
}

/** Options as a loss sees them, with their defaults. */
export type ResolvedLossOptions = AggregationOptions &
  Required<Omit<LossOptions, keyof AggregationOptions>>;

const DEFAULTS: Required<Omit<LossOptions, keyof AggregationOptions>> = {
  aggregation: 'token-mean',
  epsClip: 0.2,
  epsClipHigh: null,
  dualClip: null,
  maxLogRatio: Infinity,
  droBeta: 0.05,
  klBeta: 0,
  klType: 'k3',
  klCap: Infinity,
  tisMode: null,
  tisCap: 5,
};

const NAMES: OptionNames<LossOptions> = {
  aggregation: true,
  totals: true,
  normLength: true,
  epsClip: true,
  epsClipHigh: true,
  dualClip: true,
  maxLogRatio: true,
  droBeta: true,
  klBeta: true,
  klType: true,
  klCap: true,
  tisMode: true,
  tisCap: true,
};

/**
 * Checks options and fills in what was left out; an undefined one was.
 *
 * @param defaults - of one loss; they go before the common ones
 * @throws UpperhandError `invalid-argument` for an option that there is not, of another type, or out of range
 */
export function resolveLossOptions(
  options: LossOptions,
  defaults: LossOptions = {},
): ResolvedLossOptions {
  checkOptions(options, NAMES);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const resolved = { ...DEFAULTS, ...defaults, ...Object.fromEntries(given) };
  checkValues(resolved);
  return resolved;
}

function checkValues(options: ResolvedLossOptions): void {
  const { aggregation, epsClipHigh, dualClip, tisMode } = options;
  if (typeof aggregation !== 'function') checkWord('aggregation', aggregation, aggregations);
  checkWord('klType', options.klType, klEstimators);
  if (tisMode !== null) checkWord('tisMode', tisMode, { token: true, sequence: true });
  checkNumber('epsClip', options.epsClip, { min: 0 });
  if (epsClipHigh !== null) checkNumber('epsClipHigh', epsClipHigh, { min: 0 });
  if (dualClip !== null) checkNumber('dualClip', dualClip, { above: 1 });
  checkNumber('maxLogRatio', options.maxLogRatio, { above: 0 });
  checkNumber('droBeta', options.droBeta, { min: 0, finite: true });
  checkNumber('klBeta', options.klBeta, { min: 0, finite: true });
  checkNumber('klCap', options.klCap, { above: 0 });
  checkNumber('tisCap', options.tisCap, { above: 0 });
  checkAggregationOptions(options);
}

function checkWord(name: string, word: unknown, known: object): void {
  if (typeof word === 'string' && Object.hasOwn(known, word)) return;
  refuse(name, `one of ${Object.keys(known).join(', ')}`, word);
}
