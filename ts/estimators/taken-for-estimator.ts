import { show } from '../errors/show.ts';
import { called, keyOf } from '../types/describe-meant.ts';
import { isPresetName } from './presets/preset-registry.ts';

/**
 * Losses whose names are taken for estimators, by the estimator that their frameworks run them with; under '' those
 * that go with many, or read no advantages. Names alone: who computes advantages loads no loss.
 */
const LOSSES: Readonly<Record<string, readonly string[]>> = {
  grpo: [
    'gspo',
    'gspo_token',
    'luspo',
    'gmpo',
    'cispo',
    'sapo',
    'vespo',
    'fipo',
    'real',
    'm2po',
    'up',
    'clip_cov',
    'kl_cov',
    'trl/dapo',
    'trl/bnpo',
    'verl/geo_mean',
  ],
  gae: ['ppo'],
  '': [
    'importance_sampling',
    'dro',
    'cross_entropy',
    'kl',
    'dppo_tv',
    'dppo_kl',
    'ipo',
    'topr',
    'sdar',
    'ref_kl',
    'chord',
    'sdpo',
    'tpo',
  ],
};

/** Losses that share their name with estimators of frameworks. */
const SHARED = ['trl/dr_grpo', 'verl/gpg', 'a2po'];

/**
 * What a name is that stands where an estimator belongs and is a loss, as a sentence; undefined where it is none. Of
 * `framework/name` the name decides, so that `verl/dapo` is told to be what TRL's is.
 */
export function takenForEstimator(name: string): string | undefined {
  const [framework, key = name] = name.split('/');
  for (const [estimator, losses] of Object.entries(LOSSES)) {
    const [loss] = called(key, losses);
    if (loss === undefined) continue;
    const what = `${keyOf(loss)} is a loss (loss_fn: ${loss})`;
    if (estimator === '') return what;
    const own = `${framework}/${estimator}`;
    const common = estimator === 'grpo' ? estimator : `verl/${estimator}`;
    return `${what}, which usually goes with the estimator ${show(isPresetName(own) ? own : common)}`;
  }
  return undefined;
}

/** The loss that has the name of such an estimator, as a sentence with a blank before it; empty where there is none. */
export function alsoLoss(name: string): string {
  const [loss] = called(name, SHARED);
  return loss === undefined ? '' : ` As a loss (loss_fn) it is ${show(loss)}.`;
}
