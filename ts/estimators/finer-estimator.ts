import { checkOptions } from '../errors/check-options.ts';
import { GroupedRewards } from '../kernels/grouped-rewards.ts';
import type { AdvantageResult, EstimatorOptions, RewardsInput } from './adv-estimator.ts';
import { ESTIMATOR_OPTIONS, type EstimatorAbout } from './define-estimator.ts';
import type { EstimatorInput } from './estimator-input.ts';

/** An estimator that gives each step, or each token, an advantage of its own. */
export interface FinerEstimator<Spec extends { readonly level: string }> {
  (rewards: RewardsInput, options?: EstimatorOptions): AdvantageResult;
  readonly level: Spec['level'];
  readonly spec: () => Spec;
  readonly about: EstimatorAbout;
  /** What it cannot do without beside the rewards. */
  readonly needs: readonly EstimatorInput[];
}

/** For each trajectory, for each of its steps: a number, or one for each token. */
type OwnAdvantages = readonly (readonly (number | readonly number[])[])[];

/** Makes one of what computes its steps' advantages; those of trajectories are the means of what is theirs. */
export function finerEstimator<Spec extends { readonly level: string }>(
  { title, source, spec }: EstimatorAbout & { readonly spec: Spec },
  needs: readonly EstimatorInput[],
  compute: (rewards: GroupedRewards, options: EstimatorOptions) => OwnAdvantages,
): FinerEstimator<Spec> {
  const estimate = (given: RewardsInput, options: EstimatorOptions = {}): AdvantageResult => {
    checkOptions(options, ESTIMATOR_OPTIONS);
    const rewards = given instanceof GroupedRewards ? given : GroupedRewards.from(given);
    const stepAdvantages = compute(rewards, options);
    const means = stepAdvantages.map((own) => mean(own.flat()));
    return { advantages: rewards.withValues(Float64Array.from(means)), stepAdvantages };
  };
  return Object.assign(estimate, {
    level: spec.level,
    spec: () => spec,
    about: { title, source },
    needs,
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
