import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { NamedFunctions } from '../types/named-functions.ts';
import { type BuiltInLoss, builtInLosses } from './built-ins.ts';
import { type DefinedLoss, isDefinedLoss } from './define-loss.ts';
import type { LossFn } from './loss-fn.ts';

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
 * @param options - `override: true` replaces a loss of that name; it comes back when this one is taken back
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
  return losses.register(name, loss, options);
}

/**
 * The loss of a name: for the built-in ones the very function that is exported.
 *
 * @throws UpperhandError `unknown-loss` that lists the known names and the nearest
 * @example
 * getLoss('ppo') === ppoLoss; // true
 */
export function getLoss(name: BuiltInLoss): DefinedLoss;
export function getLoss(name: LossName): LossFn;
export function getLoss(name: LossName): LossFn {
  const loss = losses.find(name);
  if (loss) return loss;
  throw new UpperhandError(
    'unknown-loss',
    `unknown loss ${show(name)}; ${losses.describeKnown(name)} registerLoss adds your own.`,
  );
}

/** Whether {@link getLoss} would find it. */
export function isKnownLoss(name: unknown): boolean {
  return losses.find(name) !== undefined;
}

/** Names of all losses: the built-in ones, then yours as they were registered. */
export function listLosses(): string[] {
  return losses.names();
}

export interface LossDescription {
  readonly name: string;
  readonly title: string;
  /** The loss of a token; null for a plain function. */
  readonly formula: string | null;
  readonly source: string | null;
  readonly builtIn: boolean;
}

/**
 * What is known about a loss, for tables.
 *
 * @throws UpperhandError `unknown-loss`
 * @example
 * describeLoss('importance_sampling').formula; // '−ρ A'
 */
export function describeLoss(name: LossName): LossDescription {
  const loss: unknown = getLoss(name);
  const builtIn = losses.isBuiltIn(name);
  if (!isDefinedLoss(loss)) return { name, title: name, formula: null, source: null, builtIn };
  return { name, ...loss.about, builtIn };
}
