import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
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
import { KL_RATIOS, type KlRatio } from './kl-terms.ts';
import type { NoOptions, OwnOption, OwnOptions } from './own-options.ts';
import { checkRejectRules, type RejectRule } from './rejection.ts';
import { checkTisBounds, type TisBeyond } from './rollout-weights.ts';

/**
 * What any loss may be told; all of it is optional, and a loss ignores what it has no use for. A loss may have options
 * of its own beside these: see its `own`.
 */
export interface LossOptions {
  /** How the losses of tokens become one number: a name, or a function of yours. Default `'token-mean'`. */
  readonly aggregation?: AggregationName | AggregationFn;
  /** Counts of the whole batch, where this is a part of it. Default: those of the batch that is given. */
  readonly totals?: BatchTotals;
  /** The constant that `'seq-mean-token-sum-norm'` divides by, in tokens. It has no default. */
  readonly normLength?: number;
  /** Added to the length of a sequence by `'seq-mean-token-mean'`, ≥ 0. Default 0. */
  readonly lengthEpsilon?: number;
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
  /** Multiplies each KL estimate by a ratio, before `klCap`. Default null: it does not. */
  readonly klRatio?: KlRatio | null;
  /** Corrects for a sampler that is not π_old, by token or by sequence. Default null: it does not. */
  readonly tisMode?: TisMode | null;
  /** Upper bound of that correction's weights, > 0. Default 5. */
  readonly tisCap?: number;
  /** Lower bound of that correction's weights, ≥ 0. Default 0. */
  readonly tisFloor?: number;
  /** Whether weights out of bounds are held there, or count 0 (IcePop). Default `'clamp'`. */
  readonly tisBeyond?: TisBeyond;
  /** Tokens and sequences whose loss counts 0, as policies disagree on them. Default none. */
  readonly rejects?: readonly RejectRule[];
  /** Above 0, to 1: only this part of the trained tokens, those of the highest `entropies`, has a loss. Default 1. */
  readonly topEntropy?: number;
  /** Weight of the mean of `entropies` over trained tokens, which is to be large, ≥ 0. Default 0. */
  readonly entropyCoef?: number;
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
  klRatio: null,
  tisMode: null,
  tisCap: 5,
  tisFloor: 0,
  tisBeyond: 'clamp',
  rejects: [],
  topEntropy: 1,
  entropyCoef: 0,
};

const NAMES: OptionNames<LossOptions> = {
  aggregation: true,
  totals: true,
  normLength: true,
  lengthEpsilon: true,
  epsClip: true,
  epsClipHigh: true,
  dualClip: true,
  maxLogRatio: true,
  droBeta: true,
  klBeta: true,
  klType: true,
  klCap: true,
  klRatio: true,
  tisMode: true,
  tisCap: true,
  tisFloor: true,
  tisBeyond: true,
  rejects: true,
  topEntropy: true,
  entropyCoef: true,
};

/**
 * Checks options and fills in what was left out; an undefined one was.
 *
 * @param defaults - of one loss; they go before the common ones
 * @param own - options that only that loss has
 * @throws UpperhandError `invalid-argument` for an option that there is not, and for those of another type or out of range,
 *   all of them at once
 */
export function resolveLossOptions<Own = NoOptions>(
  options: LossOptions & Partial<Own>,
  defaults: LossOptions = {},
  own: OwnOptions<Own> = {} as OwnOptions<Own>,
): ResolvedLossOptions & Own {
  const names: Readonly<Record<string, unknown>> = { ...own, ...NAMES };
  checkOptions(options, names as OptionNames<LossOptions & Partial<Own>>);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const ownOptions = Object.entries<OwnOption<unknown>>(own);
  const ownDefaults = Object.fromEntries(
    ownOptions.map(([name, option]) => [name, option.default]),
  );
  const resolved = { ...DEFAULTS, ...ownDefaults, ...defaults, ...Object.fromEntries(given) };
  checkTogether([
    ...checksOf(resolved),
    ...ownOptions.map(([name, { check }]) => {
      return () => check(name, (resolved as unknown as Record<string, unknown>)[name]);
    }),
  ]);
  return resolved as ResolvedLossOptions & Own;
}

/** @throws UpperhandError `invalid-argument` for options of one loss that are called as common ones are */
export function checkOwnNames(own: object): void {
  for (const name of Object.keys(own))
    if (Object.hasOwn(NAMES, name)) refuse('an own option', 'called unlike the common ones', name);
}

/** Makes all checks, and tells all that they refuse. */
function checkTogether(checks: readonly (() => void)[]): void {
  const refusals: UpperhandError[] = [];
  for (const check of checks) {
    try {
      check();
    } catch (error) {
      if (!(error instanceof UpperhandError)) throw error;
      refusals.push(error);
    }
  }
  const [first, ...others] = refusals;
  if (first === undefined) return;
  if (others.length === 0) throw first;
  throw new UpperhandError('invalid-argument', refusals.map(({ message }) => message).join('; '));
}

function checksOf(options: ResolvedLossOptions): (() => void)[] {
  const { aggregation, epsClipHigh, dualClip, klRatio, tisMode } = options;
  return [
    () => {
      if (typeof aggregation !== 'function') checkWord('aggregation', aggregation, aggregations);
    },
    () => checkWord('klType', options.klType, klEstimators),
    () => {
      if (tisMode !== null) checkWord('tisMode', tisMode, { token: true, sequence: true });
    },
    () => checkNumber('epsClip', options.epsClip, { min: 0 }),
    () => {
      if (epsClipHigh !== null) checkNumber('epsClipHigh', epsClipHigh, { min: 0 });
    },
    () => {
      if (dualClip !== null) checkNumber('dualClip', dualClip, { above: 1 });
    },
    () => checkNumber('maxLogRatio', options.maxLogRatio, { above: 0 }),
    () => checkNumber('droBeta', options.droBeta, { min: 0, finite: true }),
    () => checkNumber('klBeta', options.klBeta, { min: 0, finite: true }),
    () => checkNumber('klCap', options.klCap, { above: 0 }),
    () => {
      if (klRatio !== null && !KL_RATIOS.includes(klRatio))
        refuse('klRatio', `null or one of ${KL_RATIOS.join(', ')}`, klRatio);
    },
    () => checkTisBounds(options.tisCap, options.tisFloor),
    () => checkWord('tisBeyond', options.tisBeyond, { clamp: true, zero: true }),
    () => checkRejectRules(options.rejects),
    () => checkNumber('topEntropy', options.topEntropy, { above: 0, max: 1 }),
    () => checkNumber('entropyCoef', options.entropyCoef, { min: 0, finite: true }),
    () => checkAggregationOptions(options),
  ];
}

function checkWord(name: string, word: unknown, known: object): void {
  if (typeof word === 'string' && Object.hasOwn(known, word)) return;
  refuse(name, `one of ${Object.keys(known).join(', ')}`, word);
}
