import { defineEstimator, type SpecEstimator } from './define-estimator.ts';
import type { AdvantageSpec } from './spec/advantage-spec.ts';

/** By a function below, so that it is checked by whoever computes with it first, and not while the package loads. */
const SPEC: AdvantageSpec = {
  baseline: { kind: 'none' },
  scale: { kind: 'none' },
  singleton: 'member',
};

/**
 * REINFORCE without a baseline: the advantage is the reward, in groups of any size. The result is the very
 * {@link GroupedRewards} that came in.
 *
 * Source: Williams 1992 as computed by rLLM's `calculate_reinforce_advantages`.
 *
 * @example
 * calculateReinforceAdvantages([[1, 0]]).advantages.toArrays(); // [[1, 0]]
 */
export const calculateReinforceAdvantages: SpecEstimator = /* @__PURE__ */ defineEstimator({
  title: 'REINFORCE',
  source: 'Williams 1992, doi:10.1007/BF00992696',
  spec: () => SPEC,
});
