import type { EstimatorName } from '../types/advantage-estimator.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import type { AdvEstimator, EstimatorOptions } from './adv-estimator.ts';
import { ESTIMATOR_INPUTS, type EstimatorInput } from './estimator-input.ts';
import { getAdvEstimator, isFinerEstimator, isSpecEstimator } from './registry.ts';
import { inputsOfSpec } from './spec/spec-inputs.ts';
import { isWrappedEstimator } from './wrapped-estimator.ts';

/**
 * Which inputs an estimator cannot do without beside the rewards. What `withInputs` gives by name is no longer needed. Of a
 * plain function nobody knows: it needs none, and neither does what makes its inputs by one, in `withInputs` or as `inputs` of
 * `defineTokenEstimator`.
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
  if (isFinerEstimator(estimator)) return estimator.needs;
  if (!isWrappedEstimator(estimator)) return [];
  const gives: readonly EstimatorInput[] = estimator.gives;
  return neededInputs(estimator.wraps, options).filter((name) => !gives.includes(name));
}

/** The same of an estimator that a config names, with the options that the config gives to its call. */
export function inputsNeededBy(
  name: EstimatorName,
  algorithm: AlgorithmConfig,
): readonly EstimatorInput[] {
  const { normAdvByStdInGrpo } = algorithm;
  return neededInputs(getAdvEstimator(name), { algorithm, normAdvByStdInGrpo });
}

/** `values (what a critic says at each token)`, one after the other. */
export function describeInputs(names: readonly EstimatorInput[]): string {
  return names.map((name) => `${name} (${ESTIMATOR_INPUTS[name]})`).join(', ');
}
