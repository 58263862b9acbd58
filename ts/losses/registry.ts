import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { called, listed } from '../types/describe-meant.ts';
import { NamedFunctions } from '../types/named-functions.ts';
import { type BuiltInLoss, type BuiltInLosses, builtInLosses } from './built-ins.ts';
import { isDefinedLoss } from './define-loss.ts';
import type { LossFn } from './loss-fn.ts';
import type { LossOptions } from './loss-options.ts';
import { takenForLoss } from './losses-of-estimators.ts';
import type { OwnOption } from './own-options.ts';
import { listLossPresets, lossPreset } from './presets/all.ts';
import type { LossPreset } from './presets/loss-preset.ts';
import { presetLoss } from './presets/preset-loss.ts';

/** A name that editors complete; any registered name is legal. */
export type LossName = BuiltInLoss | (string & {});

const losses: NamedFunctions<LossFn> = /* @__PURE__ */ new NamedFunctions<LossFn>(
  'loss',
  builtInLosses,
);

/**
 * Makes a loss known by a name, for configs and for {@link getLoss}. Returns what takes it back.
 *
 * @param name - any text but a blank one
 * @param loss - see {@link LossFn} for what it gets and must give
 * @param options - `override: true` replaces a loss or preset of that name; it comes back when this one is taken back
 * @throws UpperhandError `duplicate-loss` for a name that is taken, `invalid-argument` for a blank one, for what is no
 *   function, and for an `override` that is no boolean
 * @example
 * const undo = registerLoss('squared', ({ logprobs }) => ({
 *   loss: logprobs.reduce((total, logprob) => total + logprob * logprob, 0),
 *   dLogprobs: logprobs.map((logprob) => 2 * logprob),
 * }));
 * runLoss('squared', [{ logprobs: [-1, -2] }]).loss; // 5
 * undo();
 * listLosses().includes('squared'); // false
 */
export function registerLoss(
  name: string,
  loss: LossFn,
  options: { readonly override?: boolean } = {},
): () => void {
  if (lossPreset(name) !== undefined && options?.override !== true) {
    throw new UpperhandError(
      'duplicate-loss',
      `loss ${show(name)} is a preset; pass { override: true } to replace it`,
    );
  }
  return losses.register(name, loss, options);
}

/**
 * The loss of a name: for the built-in ones the very function that is exported; for a preset (`'trl/dapo'`) its loss, with
 * its options as defaults.
 *
 * @throws UpperhandError `unknown-loss` that lists the known names and the nearest
 * @example
 * getLoss('ppo') === ppoLoss; // true
 * const batch = [{ logprobs: [-1, -0.9], oldLogprobs: [-1, -1.15], advantages: 1 }];
 * runLoss('trl/dapo', batch).metrics.clip_fraction; // 0.5
 */
export function getLoss<Name extends BuiltInLoss>(name: Name): BuiltInLosses[Name];
export function getLoss(name: LossName): LossFn;
export function getLoss(name: LossName): LossFn {
  const loss = findLoss(name);
  if (loss) return loss;
  throw new UpperhandError('unknown-loss', describeUnknownLoss(name));
}

/** The sentence for a name that nobody registered. */
export function describeUnknownLoss(name: unknown): string {
  const text = typeof name === 'string' ? name : '';
  const estimator = takenForLoss(text);
  if (estimator !== undefined) {
    const others = called(text, listLossPresets());
    const also = others.length > 0 ? ` Frameworks have such a loss: ${listed(others)}.` : '';
    return `unknown loss ${show(name)}: ${estimator}${also}`;
  }
  return `unknown loss ${show(name)}; ${losses.describeKnown(name, listLossPresets())} registerLoss adds your own.`;
}

/** Whether {@link getLoss} would find it. */
export function isKnownLoss(name: unknown): boolean {
  return findLoss(name) !== undefined;
}

function findLoss(name: unknown): LossFn | undefined {
  const loss = losses.find(name);
  if (loss) return loss;
  const preset = lossPreset(name);
  return preset && presetLoss(name as string, preset, builtInLosses[preset.loss]);
}

/** Names of all losses: the built-in ones, then yours as they were registered. Presets: {@link listLossPresets}. */
export function listLosses(): string[] {
  return losses.names();
}

/** An option that a loss has beside the common ones. */
export interface OwnOptionDescription {
  readonly name: string;
  readonly default: unknown;
  readonly about: string;
}

export interface LossDescription {
  readonly name: string;
  readonly title: string;
  /** The loss of a token; null for a plain function. */
  readonly formula: string | null;
  readonly source: string | null;
  readonly builtIn: boolean;
  /** Common options that have another default here; of a preset, all that it sets. */
  readonly defaults: LossOptions;
  readonly own: readonly OwnOptionDescription[];
  /** Null for what is no preset. */
  readonly preset: LossPreset | null;
}

/**
 * What is known about a loss, for tables.
 *
 * @throws UpperhandError `unknown-loss`
 * @example
 * describeLoss('importance_sampling').formula; // '−ρ A'
 * describeLoss('trl/dapo').preset?.loss;       // 'ppo'
 */
export function describeLoss(name: LossName): LossDescription {
  const loss: unknown = getLoss(name);
  const builtIn = losses.isBuiltIn(name);
  const preset = losses.find(name) === undefined ? (lossPreset(name) ?? null) : null;
  const base = { name, builtIn, preset };
  if (!isDefinedLoss(loss))
    return { ...base, title: name, formula: null, source: null, defaults: {}, own: [] };
  const own = Object.entries<OwnOption<unknown>>(loss.own).map(
    ([option, { default: value, about }]) => {
      return { name: option, default: value, about };
    },
  );
  return { ...base, ...loss.about, defaults: loss.defaults, own };
}
