import type { SpecEstimator } from './define-estimator.ts';
import { calculateGrpoAdvantages } from './grpo.ts';
import { calculatePrpoAdvantages } from './prpo.ts';
import { calculateReinforceAdvantages } from './reinforce.ts';
import { calculateReinforcePlusPlusBaselineAdvantages } from './reinforce-plus-plus-baseline.ts';
import { calculateRlooAdvantages } from './rloo.ts';

/** The estimators that are there without registering, in rLLM's order. A static table, so that importing has no effects. */
export const builtInEstimators: Readonly<Record<string, SpecEstimator>> = {
  grpo: calculateGrpoAdvantages,
  reinforce: calculateReinforceAdvantages,
  reinforce_plus_plus_baseline: calculateReinforcePlusPlusBaselineAdvantages,
  prpo: calculatePrpoAdvantages,
  rloo: calculateRlooAdvantages,
};
