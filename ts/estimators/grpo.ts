import {
  byEpsilon,
  DEFAULT_EPSILON,
  defineEstimator,
  type SpecEstimator,
} from './define-estimator.ts';
import type { AdvantageSpec } from './spec/advantage-spec.ts';

const CENTRED: AdvantageSpec = {
  baseline: { kind: 'mean', scope: 'group' },
  scale: { kind: 'none' },
  singleton: 'raw',
};

const scaled: (epsilon: number) => AdvantageSpec = /* @__PURE__ */ byEpsilon((epsilon) => ({
  ...CENTRED,
  scale: { kind: 'std', scope: 'group', of: 'values', ddof: 0, epsilon, epsilonPlace: 'outside' },
}));

/**
 * GRPO: how much better than its group, in standard deviations of the group (population std).
 *
 * - A group of one gets reward / (1 + epsilon); with `normAdvByStdInGrpo: false`, the reward.
 * - Zero variance is not special: what is left is rounding error over epsilon, about 1e-11 for rewards near 0.1.
 * - NaN or infinity in a group makes that group NaN.
 *
 * Source: arXiv:2402.03300 as computed by rLLM's `calculate_grpo_advantages`; without the std it is Dr.GRPO's
 * centring (arXiv:2503.20783), but for groups of one.
 *
 * @example
 * calculateGrpoAdvantages([[1, 0]]).advantages.toArrays(); // [[0.999998000004, -0.999998000004]]
 */
export const calculateGrpoAdvantages: SpecEstimator = /* @__PURE__ */ defineEstimator({
  title: 'GRPO',
  source: 'arXiv:2402.03300',
  spec: ({ normAdvByStdInGrpo, algorithm, epsilon = DEFAULT_EPSILON }) =>
    (normAdvByStdInGrpo ?? algorithm?.normAdvByStdInGrpo ?? true) ? scaled(epsilon) : CENTRED,
});
