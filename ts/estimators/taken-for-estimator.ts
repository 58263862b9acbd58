import { show } from '../errors/show.ts';
import { called, keyOf } from '../types/describe-meant.ts';
import { isPresetName } from './presets/preset-registry.ts';

/**
 * Losses whose names are taken for estimators, by the estimator that their frameworks run them with; last those that
 * have no usual one. Names alone: who computes advantages loads no loss.
 */
const LOSSES: readonly (readonly [losses: string, estimator?: string])[] = [
  [
    'gspo gspo_token luspo gmpo cispo sapo vespo fipo real m2po up clip_cov kl_cov trl/dapo trl/bnpo verl/geo_mean',
    'grpo',
  ],
  ['ppo', 'verl/gae'],
  ['importance_sampling dro dppo_tv dppo_kl ipo topr tpo'],
];

/**
 * What a name is that stands where an estimator belongs and is a loss, as a sentence; undefined where it is none. Of
 * `framework/name` the name decides, so that `verl/dapo` is told to be what TRL's is.
 */
export function takenForEstimator(name: string): string | undefined {
  const [framework, key = name] = name.split('/');
  for (const [losses, estimator] of LOSSES) {
    const [loss] = called(key, losses.split(' '));
    if (loss === undefined) continue;
    const what = `${keyOf(loss)} is a loss (loss_fn: ${loss}, in code lossFn)`;
    if (estimator === undefined) return what;
    const own = `${framework}/${keyOf(estimator)}`;
    return `${what}, which usually goes with the estimator ${show(isPresetName(own) ? own : estimator)}`;
  }
  return undefined;
}
