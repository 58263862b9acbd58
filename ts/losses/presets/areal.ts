import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const FILE = 'areal/utils/functional/functional.py';

/** AReaL's losses, all of them means over tokens. Its proximal policy is π_old here, its behaviour policy π_rollout. */
export const arealLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'areal',
  repository: 'areal-project/AReaL',
  version: 'cbff54d64, 2026-08-22',
  presets: () => ({
    ppo: {
      title: 'PPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2 },
      source: `${FILE} ppo_actor_loss_fn`,
      evidence: 'ran',
      differs:
        'With ratios by sequence the advantage of a token is the mean of its sequence. The dual clip, c_clip, is off.',
    },
    decoupled_ppo: {
      title: 'decoupled PPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2, tisMode: 'token', tisCap: 5, tisBeyond: 'zero' },
      source: `${FILE} ppo_actor_loss_fn, use_decoupled_loss=True, rejection_sampling`,
      evidence: 'read',
      differs:
        'Clipped against the proximal policy, and weighted by proximal / behaviour (arXiv:2505.24298); the bound is that of rejection_sampling, and what is rejected is not counted in the mean.',
    },
    m2po: {
      title: 'M2PO',
      loss: 'm2po',
      aggregation: 'token-mean',
      options: { secondMoment: 0.04 },
      source: 'areal/trainer/ppo/actor.py _apply_m2po_masking',
      evidence: 'read',
      differs: 'What is left out is not counted in the mean there.',
    },
    sapo: {
      title: 'SAPO',
      loss: 'sapo',
      aggregation: 'token-mean',
      options: { tauPositive: 1, tauNegative: 1.05 },
      source: `${FILE} sapo_loss_fn`,
      evidence: 'ran',
    },
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'token-mean',
      options: { epsClip: 1, epsClipHigh: 4 },
      source: `${FILE} cispo_loss_fn`,
      evidence: 'ran',
      differs: 'An upper bound, eps_clip_higher, has to be given.',
    },
  }),
});
