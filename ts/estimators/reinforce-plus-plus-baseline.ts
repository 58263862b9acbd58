import {
  byEpsilon,
  DEFAULT_EPSILON,
  defineEstimator,
  type SpecEstimator,
} from './define-estimator.ts';
import type { AdvantageSpec } from './spec/advantage-spec.ts';

const scaled: (epsilon: number) => AdvantageSpec = /* @__PURE__ */ byEpsilon((epsilon) => ({
  baseline: { kind: 'mean', scope: 'group' },
  scale: {
    kind: 'std',
    scope: 'pool',
    of: 'residuals',
    ddof: 0,
    epsilon,
    epsilonPlace: 'outside',
  },
  singleton: 'member',
}));

/**
 * REINFORCE++-baseline: centred in the group, then scaled by the std of all residuals of the role. Each trajectory
 * weighs the same, and the result is not centred again.
 *
 * - A group of one gets 0: it is centred like any other.
 * - NaN or infinity in one group makes the whole role NaN.
 *
 * Source: arXiv:2501.03262 as computed by rLLM's `calculate_reinforce_plus_plus_baseline_advantages`.
 *
 * @example
 * const { advantages } = calculateReinforcePlusPlusBaselineAdvantages([[1, 0], [5, 5, 5]]);
 * advantages.toArrays(); // [[1.581133830100001, -1.581133830100001], [0, 0, 0]]
 */
export const calculateReinforcePlusPlusBaselineAdvantages: SpecEstimator =
  /* @__PURE__ */ defineEstimator({
    title: 'REINFORCE++-baseline',
    source: 'arXiv:2501.03262',
    spec: ({ epsilon = DEFAULT_EPSILON }) => scaled(epsilon),
  });
