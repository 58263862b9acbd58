import { a2poLoss } from './a2po.ts';
import { cispoLoss } from './cispo.ts';
import { clipCovLoss, klCovLoss } from './covariance.ts';
import { crossEntropyLoss } from './cross-entropy.ts';
import type { DefinedLoss } from './define-loss.ts';
import { chordLoss, refKlLoss, sdarLoss } from './distillation.ts';
import { dppoKlLoss, dppoTvLoss, ipoLoss } from './dppo.ts';
import { droLoss } from './dro.ts';
import { fipoLoss } from './fipo.ts';
import { gmpoLoss } from './gmpo.ts';
import { gspoLoss, gspoTokenLoss, luspoLoss } from './gspo.ts';
import { importanceSamplingLoss } from './importance-sampling.ts';
import { klLoss } from './kl-loss.ts';
import type { LossOptions } from './loss-options.ts';
import { m2poLoss } from './m2po.ts';
import { ppoLoss } from './ppo.ts';
import { realLoss } from './real.ts';
import { reinforceLoss, toprLoss } from './reinforce.ts';
import { sapoLoss } from './sapo.ts';
import { sdpoLoss } from './sdpo.ts';
import { tpoLoss } from './tpo.ts';
import { upLoss } from './up.ts';
import { vespoLoss } from './vespo.ts';

/** The losses that are there without registering. */
export type BuiltInLosses = {
  readonly importance_sampling: typeof importanceSamplingLoss;
  readonly ppo: typeof ppoLoss;
  readonly cispo: typeof cispoLoss;
  readonly dro: typeof droLoss;
  readonly cross_entropy: typeof crossEntropyLoss;
  readonly kl: typeof klLoss;
  readonly reinforce: typeof reinforceLoss;
  readonly gspo: typeof gspoLoss;
  readonly gspo_token: typeof gspoTokenLoss;
  readonly luspo: typeof luspoLoss;
  readonly gmpo: typeof gmpoLoss;
  readonly sapo: typeof sapoLoss;
  readonly dppo_tv: typeof dppoTvLoss;
  readonly dppo_kl: typeof dppoKlLoss;
  readonly ipo: typeof ipoLoss;
  readonly clip_cov: typeof clipCovLoss;
  readonly kl_cov: typeof klCovLoss;
  readonly topr: typeof toprLoss;
  readonly vespo: typeof vespoLoss;
  readonly fipo: typeof fipoLoss;
  readonly real: typeof realLoss;
  readonly m2po: typeof m2poLoss;
  readonly a2po: typeof a2poLoss;
  readonly sdar: typeof sdarLoss;
  readonly ref_kl: typeof refKlLoss;
  readonly chord: typeof chordLoss;
  readonly up: typeof upLoss;
  readonly sdpo: typeof sdpoLoss;
  readonly tpo: typeof tpoLoss;
};

export type BuiltInLoss = keyof BuiltInLosses;

/** The options of a loss: the common ones, and its own. */
export type OptionsOf<Loss> = LossOptions &
  Partial<Loss extends DefinedLoss<infer Own> ? Own : object>;

/** A static table, so that importing has no effects; Tinker's losses come first. */
export const builtInLosses: BuiltInLosses = {
  importance_sampling: importanceSamplingLoss,
  ppo: ppoLoss,
  cispo: cispoLoss,
  dro: droLoss,
  cross_entropy: crossEntropyLoss,
  kl: klLoss,
  reinforce: reinforceLoss,
  gspo: gspoLoss,
  gspo_token: gspoTokenLoss,
  luspo: luspoLoss,
  gmpo: gmpoLoss,
  sapo: sapoLoss,
  dppo_tv: dppoTvLoss,
  dppo_kl: dppoKlLoss,
  ipo: ipoLoss,
  clip_cov: clipCovLoss,
  kl_cov: klCovLoss,
  topr: toprLoss,
  vespo: vespoLoss,
  fipo: fipoLoss,
  real: realLoss,
  m2po: m2poLoss,
  a2po: a2poLoss,
  sdar: sdarLoss,
  ref_kl: refKlLoss,
  chord: chordLoss,
  up: upLoss,
  sdpo: sdpoLoss,
  tpo: tpoLoss,
};
