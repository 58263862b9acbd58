import { inputsNeededBy } from '../../estimators/needed-inputs.ts';
import { lossNeeds } from '../../losses/loss-needs.ts';
import { lossOptionsOf } from '../../losses/loss-settings.ts';
import type { AlgorithmConfig } from '../../types/algorithm-config.ts';

/** What losses and estimators need that rollouts do not bring. */
export interface BatchNeeds {
  /** Log-probabilities under the reference. */
  readonly reference: boolean;
  /** Entropies of the distributions. */
  readonly entropies: boolean;
  /** Log-probabilities of π_old other than those of the sampler. */
  readonly oldLogprobs: boolean;
}

/**
 * What the loss of a role needs. π_old is the policy that sampled, which costs nothing; but where that is the other side
 * of a correction or comparison it is computed anew, unless `bypassMode` says otherwise.
 *
 * @throws UpperhandError as `lossNeeds` and `lossOptionsOf` do
 */
export function roleNeeds(
  algorithm: AlgorithmConfig,
  normLength: number,
  role?: string,
): BatchNeeds {
  const { loss, options } = lossOptionsOf(algorithm, role);
  const needs = lossNeeds(loss, { normLength, ...options });
  const { bypassMode } = algorithm.rolloutCorrection;
  return {
    reference: needs.has('refLogprobs'),
    entropies: needs.has('entropies'),
    oldLogprobs: bypassMode === false || (bypassMode !== true && needs.has('rolloutLogprobs')),
  };
}

/** What the losses and estimators of all roles that a config names need. */
export function batchNeeds(algorithm: AlgorithmConfig, normLength: number): BatchNeeds {
  const { lossFnMap, estimatorMap } = algorithm;
  const roles = new Set([undefined, ...Object.keys(lossFnMap), ...Object.keys(estimatorMap)]);
  const estimators = [algorithm.estimator, ...Object.values(estimatorMap)];
  const all = Array.from(roles, (role) => roleNeeds(algorithm, normLength, role));
  return {
    reference:
      all.some(({ reference }) => reference) ||
      estimators.some((name) => inputsNeededBy(name, algorithm).includes('refLogprobs')),
    entropies: all.some(({ entropies }) => entropies),
    oldLogprobs: all.some(({ oldLogprobs }) => oldLogprobs),
  };
}
