import { defineEstimator, type SpecEstimator } from './define-estimator.ts';
import type { AdvantageSpec } from './spec/advantage-spec.ts';

/** By a function below, so that it is checked by whoever computes with it first, and not while the package loads. */
const SPEC: AdvantageSpec = {
  baseline: { kind: 'leave-one-out' },
  scale: { kind: 'none' },
  singleton: 'raw',
};

/**
 * RLOO: the reward less the mean of the other members of its group.
 *
 * - A group of one gets its reward, for want of others.
 * - NaN in a group makes that group NaN; an infinity makes itself NaN and the others infinite.
 *
 * Source: arXiv:2402.14740 as computed by rLLM's `calculate_rloo_advantages`.
 *
 * @example
 * calculateRlooAdvantages([[1, 0, 0]]).advantages.toArrays(); // [[1, -0.5, -0.5]]
 */
export const calculateRlooAdvantages: SpecEstimator = /* @__PURE__ */ defineEstimator({
  title: 'RLOO',
  source: 'arXiv:2402.14740',
  spec: () => SPEC,
});
