import { onTestFinished } from 'vitest';
import type { AdvEstimator } from '../../ts/estimators/adv-estimator.ts';
import { registerAdvEstimator } from '../../ts/estimators/registry.ts';

/** Registers an estimator for as long as the running test takes. */
export function register(
  name: string,
  estimator: AdvEstimator,
  options?: { readonly override?: boolean },
): void {
  onTestFinished(registerAdvEstimator(name, estimator, options));
}
