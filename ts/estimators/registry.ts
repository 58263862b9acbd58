import { checkOptions } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { AdvantageEstimator, type EstimatorName } from '../types/advantage-estimator.ts';
import { NamedFunctions } from '../types/named-functions.ts';
import type { AdvEstimator } from './adv-estimator.ts';
import { builtInEstimators } from './built-ins.ts';
import type { SpecEstimator } from './define-estimator.ts';
import { describeAnySpec } from './presets/list-presets.ts';
import { findPresetEstimator } from './presets/preset-estimator.ts';
import { isPresetName, meant, presetNames } from './presets/preset-registry.ts';
import type { StepEstimator } from './step/define-step-estimator.ts';
import { takenForEstimator } from './taken-for-estimator.ts';
import type { TokenEstimator } from './token/define-token-estimator.ts';

const estimators: NamedFunctions<AdvEstimator> = /* @__PURE__ */ new NamedFunctions<AdvEstimator>(
  'estimator',
  builtInEstimators,
);

/**
 * Makes an estimator known by a name, for configs and for {@link getAdvEstimator}. Returns what takes it back.
 *
 * @param name - any text but a blank one and `'other'`
 * @param estimator - see {@link AdvEstimator} for what it gets and must give
 * @param options - `override: true` replaces an estimator of that name; it comes back when this one is taken back
 * @throws UpperhandError `duplicate-estimator` for a name that is taken, `invalid-argument` for an illegal one,
 *   for what is no function, and for an `override` that is no boolean
 * @example
 * const undo = registerAdvEstimator('doubled', ({ values }) => ({ advantages: values.map((r) => 2 * r) }));
 * listAdvEstimators().includes('doubled'); // true
 * undo();
 * listAdvEstimators().includes('doubled'); // false
 */
export function registerAdvEstimator(
  name: string,
  estimator: AdvEstimator,
  options: { readonly override?: boolean } = {},
): () => void {
  if (name === AdvantageEstimator.OTHER)
    refuse('estimator name', 'another name, "other" means unknown', name);
  if (isPresetName(name) && estimators.find(name) === undefined && options?.override !== true)
    throw new UpperhandError(
      'duplicate-estimator',
      `estimator ${show(name)} is a preset already; pass { override: true } to replace it`,
    );
  return estimators.register(name, estimator, options);
}

/**
 * {@link registerAdvEstimator} as rLLM's decorator has it, called by hand: first with the name, then with the function,
 * which it returns.
 *
 * Source: rLLM's `register_rllm_adv_estimator`.
 *
 * @example
 * const mine = registerRllmAdvEstimator('mine')((rewards) => ({ advantages: rewards.values }));
 * getAdvEstimator('mine') === mine; // true
 */
export function registerRllmAdvEstimator(
  name: string,
  options?: { readonly override?: boolean },
): <F extends AdvEstimator>(estimator: F) => F {
  return (estimator) => {
    registerAdvEstimator(name, estimator, options);
    return estimator;
  };
}

/**
 * The estimator of a name: for the built-in ones the very function that is exported; for `framework/name`, or
 * `framework/name:variant`, the preset.
 *
 * @throws UpperhandError `unknown-estimator` that lists the known names and the nearest
 * @example
 * getAdvEstimator('grpo') === calculateGrpoAdvantages; // true
 */
export function getAdvEstimator(name: Exclude<AdvantageEstimator, 'other'>): SpecEstimator;
export function getAdvEstimator(name: EstimatorName): AdvEstimator;
export function getAdvEstimator(name: EstimatorName): AdvEstimator {
  const estimator = find(name);
  if (!estimator) throw new UpperhandError('unknown-estimator', describeUnknownEstimator(name));
  return estimator;
}

/** Whether {@link getAdvEstimator} would find it. */
export function isKnownAdvEstimator(name: unknown): boolean {
  try {
    return find(name) !== undefined;
  } catch {
    return false;
  }
}

function find(name: unknown): AdvEstimator | undefined {
  return estimators.find(name) ?? findPresetEstimator(name);
}

/**
 * Names of all estimators: the built-in ones in rLLM's order, then yours as they were registered.
 *
 * @param options - `presets: true` adds those of all frameworks, `framework/name`
 * @example
 * listAdvEstimators({ presets: true }).includes('rllm/grpo'); // true
 */
export function listAdvEstimators(options: { readonly presets?: boolean } = {}): string[] {
  checkOptions(options, { presets: true });
  const names = estimators.names();
  return options.presets ? [...new Set([...names, ...presetNames()])] : names;
}

export interface EstimatorDescription {
  readonly name: string;
  readonly title: string;
  /** Its spec, with defaults, as a formula; null for a plain function. */
  readonly formula: string | null;
  readonly source: string | null;
  readonly builtIn: boolean;
}

/**
 * What is known about an estimator, for tables.
 *
 * @throws UpperhandError `unknown-estimator`
 */
export function describeAdvEstimator(name: EstimatorName): EstimatorDescription {
  const estimator = getAdvEstimator(name);
  const builtIn = estimators.isBuiltIn(name);
  if (isSpecEstimator(estimator) || isFinerEstimator(estimator))
    return { name, ...estimator.about, formula: describeAnySpec(estimator.spec()), builtIn };
  return { name, title: name, formula: null, source: null, builtIn };
}

/** Whether an estimator was made of a spec and can tell it. */
export function isSpecEstimator(
  estimator: AdvEstimator | SpecEstimator,
): estimator is SpecEstimator {
  return (
    'spec' in estimator &&
    typeof estimator.spec === 'function' &&
    'about' in estimator &&
    !('level' in estimator)
  );
}

/** Whether an estimator was made of a spec that gives a number for each step or token. */
export function isFinerEstimator(
  estimator: AdvEstimator,
): estimator is StepEstimator | TokenEstimator {
  return 'level' in estimator && 'spec' in estimator && typeof estimator.spec === 'function';
}

/** The sentence for a name that nobody registered. */
export function describeUnknownEstimator(name: unknown): string {
  const text = typeof name === 'string' ? name : '';
  const unknown = `unknown advantage estimator ${show(name)}`;
  const loss = takenForEstimator(text);
  if (loss !== undefined) return `${unknown}: ${loss}`;
  if (text.includes('/')) return `${unknown}${meant(text)}`;
  return `${unknown}; ${estimators.describeKnown(name, presetNames())} registerAdvEstimator adds your own.`;
}
