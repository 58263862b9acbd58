import type { AdvEstimator } from './adv-estimator.ts';
import type { GivenInput } from './estimator-input.ts';

/** An estimator that is given some of its inputs by itself, see `withInputs`. */
export interface WrappedEstimator extends AdvEstimator {
  readonly wraps: AdvEstimator;
  readonly gives: readonly GivenInput[];
}

export function isWrappedEstimator(
  estimator: AdvEstimator | WrappedEstimator,
): estimator is WrappedEstimator {
  return 'wraps' in estimator && 'gives' in estimator;
}
