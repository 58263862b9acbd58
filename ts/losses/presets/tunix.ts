import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const FILE = 'tunix/rl/algo_core.py';

/** tunix's policy losses, with the defaults of its GRPO and PPO configs. */
export const tunixLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'tunix',
  repository: 'google/tunix',
  version: 'c7d8950f1, 2026-08-21',
  presets: () => ({
    grpo: {
      title: 'PPO, sequences alike',
      loss: 'ppo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, maxLogRatio: 20, klBeta: 0.04, klType: 'k1' },
      source: `${FILE} grpo_loss_fn, loss_algo grpo`,
      evidence: 'ran',
      differs: 'log ρ is held within ±20.',
    },
    'gspo-token': {
      title: 'GSPO-token',
      loss: 'gspo_token',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, epsClipHigh: null, klBeta: 0.04, klType: 'k1' },
      source: `${FILE} grpo_loss_fn, loss_algo gspo-token`,
      evidence: 'ran',
    },
    ppo: {
      title: 'PPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2 },
      source: `${FILE} ppo_policy_loss_fn`,
      evidence: 'ran',
    },
  }),
});
