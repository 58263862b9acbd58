import { checkOptions } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { EstimatorName } from '../types/advantage-estimator.ts';
import type {
  AdvEstimator,
  EstimatorOptions,
  GroupedAdvantages,
  RewardsInput,
} from './adv-estimator.ts';
import { flattenAdvantages } from './advantage-result.ts';
import { behindName } from './behind-name.ts';
import { builtInEstimators } from './built-ins.ts';
import { ESTIMATOR_OPTIONS } from './define-estimator.ts';
import { getAdvEstimator, isFinerEstimator, isSpecEstimator } from './registry.ts';
import { isWrappedEstimator } from './wrapped-estimator.ts';

/**
 * Runs any estimator, and gives checked advantages and returns in the groups of the rewards, whatever form it returned
 * them in. Returns that it left out are the advantages.
 *
 * @param estimator - a registered name, or the function itself
 * @param rewards - grouped rewards, or an array of numbers or booleans for each group; a function of your own gets a copy
 * @throws UpperhandError `unknown-estimator`; `estimator-failed` when a function of your own throws, with what it threw
 *   as `cause` (an UpperhandError passes as it is); `invalid-estimator-result` for other lengths and what is no number
 * @example
 * const centred: AdvEstimator = (rewards) => ({
 *   advantages: Array.from(rewards, (group) => group.map((reward) => reward - 0.5)),
 * });
 * runAdvEstimator(centred, [[1, 0], [0.5]]).advantages.toArrays(); // [[0.5, -0.5], [0]]
 * runAdvEstimator('rloo', [[1, 0, 0]]).advantages.toArrays();      // [[1, -0.5, -0.5]]
 */
export function runAdvEstimator(
  estimator: EstimatorName | AdvEstimator,
  rewards: RewardsInput,
  options: EstimatorOptions = {},
): GroupedAdvantages {
  checkOptions(options, ESTIMATOR_OPTIONS);
  const found = typeof estimator === 'string' ? getAdvEstimator(estimator) : estimator;
  if (typeof found !== 'function') refuse('estimator', 'a name or a function', estimator);
  const name = typeof estimator === 'string' ? estimator : nameOf(found);
  return runNamed(found, rewards, options, { name });
}

/** What messages call an estimator by. */
export interface Named {
  readonly name: string;
  /** Where it is known. */
  readonly role?: string;
}

/** {@link runAdvEstimator} for a function and the names that its messages tell. */
export function runNamed(
  estimator: AdvEstimator,
  rewards: RewardsInput,
  options: EstimatorOptions,
  { name, role }: Named,
): GroupedAdvantages {
  const who = `estimator ${show(name)}${role === undefined ? '' : ` (role ${show(role)})`}`;
  const grouped = rewards instanceof GroupedRewards ? rewards : GroupedRewards.from(rewards);
  const isSpec = isSpecEstimator(estimator);
  // Somebody else's function may scribble on what it gets, and use what it gave again for the next role.
  const given = isSpec ? grouped : grouped.withValues(grouped.values.slice());
  const result = call(estimator, given, options, who);
  const lay = (field: 'advantages' | 'returns'): GroupedRewards => {
    const flat = flattenAdvantages(result, given, who, field);
    if (flat === grouped.values) return grouped;
    return grouped.withValues(isSpec ? flat : flat.slice());
  };
  const advantages = lay('advantages');
  const returned = result.returns ?? result.advantages;
  const returns = returned === result.advantages ? advantages : lay('returns');
  const { stepAdvantages } = result;
  if (stepAdvantages === undefined) return { advantages, returns };
  checkTrajectoryCount(stepAdvantages, grouped, who);
  return { advantages, returns, stepAdvantages };
}

function call(
  estimator: AdvEstimator,
  rewards: GroupedRewards,
  options: EstimatorOptions,
  who: string,
): ReturnType<AdvEstimator> {
  try {
    return estimator(rewards, options);
  } catch (cause) {
    if (cause instanceof UpperhandError) throw isOurs(estimator) ? behindName(who, cause) : cause;
    // What a built-in one throws is the kernels' or a defect of ours, and keeps its own name.
    if (isBuiltIn(estimator)) throw cause;
    const reason = cause instanceof Error ? String(cause) : show(cause);
    throw new UpperhandError('estimator-failed', `${who} threw ${reason}`, { cause });
  }
}

function checkTrajectoryCount(given: unknown, { values }: GroupedRewards, who: string): void {
  if (Array.isArray(given) && given.length === values.length) return;
  throw new UpperhandError(
    'invalid-estimator-result',
    `${who} must return stepAdvantages of ${values.length} trajectories, got ${show(Array.isArray(given) ? given.length : given)}`,
  );
}

/** Made of a spec, or of another with `withInputs`: what it refuses are the options of its call. */
function isOurs(estimator: AdvEstimator): boolean {
  return isSpecEstimator(estimator) || isFinerEstimator(estimator) || isWrappedEstimator(estimator);
}

function isBuiltIn(estimator: unknown): boolean {
  return Object.values<unknown>(builtInEstimators).includes(estimator);
}

function nameOf(estimator: AdvEstimator): string {
  return (isSpecEstimator(estimator) ? estimator.about.title : estimator.name) || '(anonymous)';
}
