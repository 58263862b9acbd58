import { cispoLoss } from './cispo.ts';
import { crossEntropyLoss } from './cross-entropy.ts';
import type { DefinedLoss } from './define-loss.ts';
import { droLoss } from './dro.ts';
import { importanceSamplingLoss } from './importance-sampling.ts';
import { ppoLoss } from './ppo.ts';

export type BuiltInLoss = 'importance_sampling' | 'ppo' | 'cispo' | 'dro' | 'cross_entropy';

/** The losses that are there without registering: Tinker's. A static table, so that importing has no effects. */
export const builtInLosses: Readonly<Record<BuiltInLoss, DefinedLoss>> = {
  importance_sampling: importanceSamplingLoss,
  ppo: ppoLoss,
  cispo: cispoLoss,
  dro: droLoss,
  cross_entropy: crossEntropyLoss,
};
