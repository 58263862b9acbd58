import type { TrajectoryGroup } from '../types/trajectory-group.ts';
import type { AdvEstimator, EstimatorOptions } from './adv-estimator.ts';
import {
  ESTIMATOR_INPUTS,
  type EstimatorInput,
  type EstimatorInputs,
  GIVEN_INPUTS,
  type GivenInput,
} from './estimator-input.ts';
import { isFinerEstimator, isSpecEstimator } from './registry.ts';
import type { SpecInputs } from './spec/spec-input.ts';
import { inputsOfSpec } from './spec/spec-inputs.ts';

/**
 * Which inputs an estimator cannot do without beside the rewards. Of what is no spec nobody knows: it needs none, and
 * neither does what has its inputs already, by `withInputs` or by `inputs` of `defineTokenEstimator`.
 *
 * @param options - those of its call that choose its spec
 * @example
 * neededInputs(getAdvEstimator('trl/ppo')); // ['lengths', 'logprobs', 'refLogprobs', 'values']
 * neededInputs(getAdvEstimator('grpo')); // []
 */
export function neededInputs(
  estimator: AdvEstimator,
  options: EstimatorOptions = {},
): readonly EstimatorInput[] {
  if (isSpecEstimator(estimator)) return inputsOfSpec(estimator.spec(options));
  return isFinerEstimator(estimator) ? estimator.needs : [];
}

/** Those of the needed inputs that somebody gives, as an estimator takes them. */
export function takeInputs(
  estimator: AdvEstimator,
  needed: readonly EstimatorInput[],
  inputs: EstimatorInputs,
  groups: readonly TrajectoryGroup[],
): SpecInputs {
  const given = Object.fromEntries(
    needed.filter(isGiven).flatMap((name) => {
      const give = inputs[name];
      return give === undefined ? [] : [[name, give(groups)]];
    }),
  );
  return isFinerEstimator(estimator) ? { tokenRows: given } : given;
}

/** Whether it comes from elsewhere than rewards and trajectories. */
export function isGiven(name: string): name is GivenInput {
  return Object.hasOwn(GIVEN_INPUTS, name);
}

/** `values (what a critic says at each token)`, one after the other. */
export function describeInputs(names: readonly EstimatorInput[]): string {
  return names.map((name) => `${name} (${ESTIMATOR_INPUTS[name]})`).join(', ');
}
