import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const SOURCE = 'verl/trainer/core_algos.py compute_policy_loss';

/** EasyR1's losses. By sequence, rows without a trained token count; sums are divided by counts + 1e-8. */
export const easyr1LossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'easyr1',
  repository: 'hiyouga/EasyR1',
  version: 'b44b311, 2026-07-30',
  presets: () => {
    const DUAL = { epsClip: 0.2, epsClipHigh: 0.3, dualClip: 3, maxLogRatio: 20 } as const;
    return {
      default: {
        title: 'PPO with a dual clip',
        loss: 'ppo',
        aggregation: 'token-mean',
        options: { ...DUAL, lengthEpsilon: 1e-8 },
        source: SOURCE,
        evidence: 'ran',
        differs: 'The dual clip is always on, and log ρ is held within ±20.',
      },
      gspo: {
        title: 'GSPO',
        loss: 'gspo',
        aggregation: 'token-mean',
        options: { ...DUAL, lengthEpsilon: 1e-8 },
        source: `${SOURCE}, loss_type="gspo"`,
        evidence: 'ran',
        differs: 'With a dual clip; the mean of log ρ divides by n + 1e-8.',
      },
      gspo_token: {
        title: 'GSPO-token',
        loss: 'gspo_token',
        aggregation: 'token-mean',
        options: { ...DUAL, lengthEpsilon: 1e-8 },
        source: `${SOURCE}, loss_type="gspo_token"`,
        evidence: 'ran',
        differs: 'With a dual clip; the mean of log ρ divides by n + 1e-8.',
      },
      cispo: {
        title: 'CISPO',
        loss: 'cispo',
        aggregation: 'token-mean',
        options: { epsClip: 0.2, epsClipHigh: 0.3, lengthEpsilon: 1e-8 },
        source: `${SOURCE}, loss_type="cispo"`,
        evidence: 'ran',
        differs: 'Held on both sides by the common clip range.',
      },
      sapo: {
        title: 'SAPO',
        loss: 'sapo',
        aggregation: 'token-mean',
        options: { tauPositive: 1, tauNegative: 1.05, maxLogRatio: 20, lengthEpsilon: 1e-8 },
        source: `${SOURCE}, loss_type="sapo"`,
        evidence: 'ran',
      },
    };
  },
});
