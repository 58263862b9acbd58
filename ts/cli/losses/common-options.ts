import type { LossOptions } from '../../losses/loss-options.ts';

/** What the options that every loss takes do, in a line, for those that a formula names or a preset sets. */
const ABOUT: Readonly<Record<keyof LossOptions, string>> = {
  aggregation: 'how the losses of tokens become one number',
  totals: 'counts of the whole batch, where this is a part of it',
  normLength: 'tokens that the sum of a sequence is divided by',
  lengthEpsilon: 'added to the tokens that the sum of a sequence is divided by',
  epsClip: 'how far below 1 a ratio may go (of gmpo its log, below 0); from 1 on there is no bound',
  epsClipHigh: 'how far above 1 a ratio may go (of gmpo its log, above 0); null: as far as epsClip',
  dualClip: 'where A < 0, the loss is at most −dualClip A; null: there is no bound',
  maxLogRatio: 'log ρ is held within ± this before exp',
  droBeta: 'weight of (log ρ)²',
  klBeta: 'weight of the KL to the reference, which is added',
  klType:
    'estimate of the KL: k1 d, k2 d²/2, k3 exp(−d) − 1 + d, abs |d|; k1+ and k3+ with the slope of k2',
  klCap: 'an estimate of the KL is held within ± this',
  klRatio: 'ratio that multiplies an estimate of the KL; null: none',
  tisMode: 'whose ratio π_old / π_rollout corrects for the sampler; null: nothing does',
  tisCap: 'upper bound of the ratio that corrects for the sampler',
  tisFloor: 'lower bound of the ratio that corrects for the sampler',
  tisBeyond: 'how such a ratio counts out of bounds, held or as 0: clamp, zero',
  rejects: 'tokens and sequences that count 0, as two policies disagree on them',
  topEntropy: 'part of the tokens that counts, those of the highest entropy',
  entropyCoef: 'weight of the mean entropy, which is subtracted',
};

/** What a common option does; undefined for an option of one loss. */
export function aboutCommon(option: string): string | undefined {
  return Object.hasOwn(ABOUT, option) ? ABOUT[option as keyof LossOptions] : undefined;
}
