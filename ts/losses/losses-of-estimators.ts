import { show } from '../errors/show.ts';
import { AdvantageEstimator } from '../types/advantage-estimator.ts';
import { called, keyOf } from '../types/describe-meant.ts';

/** Estimators of frameworks whose names are taken for losses. Names alone: who computes losses loads no estimator. */
const OF_FRAMEWORKS = [
  'verl/gae',
  'verl/gdpo',
  'verl/remax',
  'verl/reinforce_plus_plus',
  'skyrl/maxrl',
  'drmas/gigpo',
];

/** The loss of an estimator where none is named: `ppo` for `grpo`, as in rLLM's Tinker backend. */
export function usualLossOf(estimator: string): 'ppo' | 'importance_sampling' {
  return estimator === AdvantageEstimator.GRPO ? 'ppo' : 'importance_sampling';
}

/** What a name is that stands where a loss belongs and is an estimator, as a sentence; undefined where it is none. */
export function takenForLoss(name: string): string | undefined {
  const [estimator] = called(name, [...Object.values(AdvantageEstimator), ...OF_FRAMEWORKS]);
  if (estimator === undefined || estimator === AdvantageEstimator.OTHER) return undefined;
  return `${keyOf(estimator)} is an estimator (adv_estimator: ${estimator}, in code estimator), and its loss is ${show(usualLossOf(estimator))} where none is named.`;
}
