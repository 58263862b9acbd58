import { checkOptions, type OptionNames } from '../errors/check-options.ts';
import { refuse } from '../errors/refuse.ts';
import { kernelsOr } from '../kernels/active-kernels.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { EstimatorOptions, GroupedAdvantages, RewardsInput } from './adv-estimator.ts';
import type { AdvantageSpec } from './spec/advantage-spec.ts';
import { checkSpec } from './spec/check-spec.ts';
import { runSpec } from './spec/run-spec.ts';

/** An estimator that is computed from a spec, and can therefore be printed and compared. */
export interface SpecEstimator {
  (rewards: RewardsInput, options?: EstimatorOptions): GroupedAdvantages;
  /** The spec for these options. */
  readonly spec: (options?: EstimatorOptions) => AdvantageSpec;
  /** Where it was published, and what the name means. */
  readonly about: EstimatorAbout;
}

export interface EstimatorAbout {
  readonly title: string;
  /** Paper or, where there is none, the framework function that defines it. */
  readonly source: string;
}

/**
 * Makes an estimator of a spec, which is one kernel call, whatever the number of groups, where the kernels have it.
 *
 * @param definition - title, source, and the spec, or a function that gives it for the options of a call
 * @throws ConfigError for a spec with a word that is none of its choices or a combination that has no meaning, all of them
 *   together; where a function gives the spec, the estimator throws it
 * @throws (the estimator) UpperhandError `invalid-argument` for rewards that are no numbers, an epsilon that is no finite
 *   number ≥ 0, an option of another type, or one that there is not; for what the spec needs and the options lack; and for
 *   what the spec refuses
 * @example
 * const centred = defineEstimator({
 *   title: 'Dr.GRPO',
 *   source: 'arXiv:2503.20783',
 *   spec: { baseline: { kind: 'mean', scope: 'group' }, scale: { kind: 'none' }, singleton: 'zero' },
 * });
 * centred([[1, 0]]).advantages.toArrays(); // [[0.5, -0.5]]
 */
export function defineEstimator(
  definition: EstimatorAbout & {
    readonly spec: AdvantageSpec | ((options: EstimatorOptions) => AdvantageSpec);
  },
): SpecEstimator {
  const { title, source, spec: given } = definition;
  if (typeof given !== 'function') checkSpec(given);
  const spec = (options: EstimatorOptions = {}): AdvantageSpec => {
    checkValues(options);
    if (typeof given !== 'function') return given;
    const made = given(options);
    checkSpec(made);
    return made;
  };
  const estimate = (rewards: RewardsInput, options: EstimatorOptions = {}): GroupedAdvantages => {
    const grouped = rewards instanceof GroupedRewards ? rewards : GroupedRewards.from(rewards);
    const advantages = runSpec(spec(options), grouped, kernelsOr(options.kernels), options);
    return { advantages, returns: advantages };
  };
  return Object.assign(estimate, { spec, about: { title, source } });
}

/** Makes each spec once for its epsilon: a spec that was seen before is neither checked nor compiled again. */
export function byEpsilon(
  make: (epsilon: number) => AdvantageSpec,
): (epsilon: number) => AdvantageSpec {
  const made = new Map<number, AdvantageSpec>();
  return (epsilon) => {
    const known = made.get(epsilon);
    if (known) return known;
    const spec = make(epsilon);
    // What is no epsilon is refused elsewhere; a few are all that a program uses.
    if (made.size < 64) made.set(epsilon, spec);
    return spec;
  };
}

/** The epsilon of rLLM's estimators. */
export const DEFAULT_EPSILON = 1e-6;

/** All that an estimator may be told. */
export const ESTIMATOR_OPTIONS: OptionNames<EstimatorOptions> = {
  normAdvByStdInGrpo: true,
  epsilon: true,
  kernels: true,
  algorithm: true,
  groups: true,
  variant: true,
  lengths: true,
  baselines: true,
  kl: true,
  columns: true,
  columnWeights: true,
  trajectoryIds: true,
  state: true,
  keys: true,
  forgetting: true,
  tokenRows: true,
};

function checkValues(options: EstimatorOptions): void {
  checkOptions(options, ESTIMATOR_OPTIONS);
  const { epsilon, normAdvByStdInGrpo } = options;
  if (epsilon !== undefined && !(Number.isFinite(epsilon) && epsilon >= 0)) {
    refuse('epsilon', 'a finite number ≥ 0', epsilon);
  }
  if (normAdvByStdInGrpo !== undefined && typeof normAdvByStdInGrpo !== 'boolean') {
    refuse('normAdvByStdInGrpo', 'a boolean', normAdvByStdInGrpo);
  }
}
