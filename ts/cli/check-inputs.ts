import type { EstimatorOptions } from '../estimators/adv-estimator.ts';
import type { EstimatorInput } from '../estimators/estimator-input.ts';
import { describeInputs, neededInputs } from '../estimators/needed-inputs.ts';
import { getAdvEstimator } from '../estimators/registry.ts';
import { UsageError } from './usage-error.ts';

/** What files may tell beside the rewards; where one does not, that is seen when it is read. */
const TOLD: ReadonlySet<EstimatorInput> = new Set<EstimatorInput>(['lengths', 'trajectoryIds']);

/**
 * Refuses an estimator that needs what no file of rollouts gives, before any is read.
 *
 * @throws UpperhandError `unknown-estimator`
 * @throws UsageError with what it needs and what is missing
 */
export function checkInputs(name: string, options: EstimatorOptions = {}): void {
  const needed = neededInputs(getAdvEstimator(name), options);
  const missing = needed.filter((input) => !TOLD.has(input));
  if (missing.length === 0) return;
  throw new UsageError(
    `estimator ${name} needs ${needed.join(', ')}; files give an estimator the rewards, group by group, and lengths where every rollout counts the tokens of its response, but not ${describeInputs(missing)}. In code, runAdvEstimator takes everything`,
  );
}
