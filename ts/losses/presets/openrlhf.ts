import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const SOURCE = 'openrlhf/models/loss.py PolicyLoss';

/** OpenRLHF's losses. Divided by counts of the whole step (`totals`). */
export const openrlhfLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'openrlhf',
  repository: 'OpenRLHF/OpenRLHF',
  version: '3c3be623, 2026-08-13',
  presets: () => ({
    ppo: {
      title: 'PPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2, maxLogRatio: 20, lengthEpsilon: 1e-8 },
      source: `${SOURCE}, policy_loss_type="ppo"`,
      evidence: 'ran',
      differs:
        'log ρ is held within ±20; the dual clip is off. token_level_loss=False aggregates by sequence.',
    },
    gspo: {
      title: 'GSPO',
      loss: 'gspo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, epsClipHigh: null, lengthEpsilon: 1e-8 },
      source: `${SOURCE}, policy_loss_type="gspo"`,
      evidence: 'ran',
      differs:
        'With a correction for the sampler its ratio is to the sampler (`ratioTo: "rollout"`), and nothing else is corrected.',
    },
    sft: {
      title: 'cross-entropy',
      loss: 'cross_entropy',
      aggregation: 'token-mean',
      options: { lengthEpsilon: 1e-8 },
      source: 'openrlhf/models/loss.py SFTLoss',
      evidence: 'read',
    },
  }),
});
