import {
  byEpsilon,
  DEFAULT_EPSILON,
  defineEstimator,
  type SpecEstimator,
} from './define-estimator.ts';
import type { AdvantageSpec } from './spec/advantage-spec.ts';

const pooled: (epsilon: number) => AdvantageSpec = /* @__PURE__ */ byEpsilon((epsilon) => ({
  baseline: { kind: 'mean', scope: 'pool' },
  scale: { kind: 'std', scope: 'pool', of: 'values', ddof: 0, epsilon, epsilonPlace: 'outside' },
  singleton: 'member',
}));

/**
 * PRPO: standardised over all trajectories of the role at once, whatever their groups.
 *
 * - A group of one is an ordinary member of the pool.
 * - NaN or infinity anywhere makes the whole role NaN.
 *
 * Source: rLLM's `calculate_prpo_advantages`; there is no paper.
 *
 * @example
 * calculatePrpoAdvantages([[1], [0]]).advantages.toArrays(); // [[0.999998000004], [-0.999998000004]]
 */
export const calculatePrpoAdvantages: SpecEstimator = /* @__PURE__ */ defineEstimator({
  title: 'PRPO',
  source: 'rLLM, calculate_prpo_advantages',
  spec: ({ epsilon = DEFAULT_EPSILON }) => pooled(epsilon),
});
