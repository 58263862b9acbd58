import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

/** agent-lightning's loss beside verl's. */
export const agentLightningLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'agent-lightning',
  repository: 'microsoft/agent-lightning',
  version: 'c632d8dd, 2026-08-22',
  presets: () => ({
    per_rollout_mean: {
      title: 'PPO, each rollout by its tokens',
      loss: 'ppo',
      aggregation: 'group-mean-token-mean',
      groups: 'rollout',
      options: { epsClip: 0.2, dualClip: 3, maxLogRatio: 20 },
      source: 'agentlightning/verl/per_rollout_loss.py compute_policy_loss_per_rollout_mean',
      evidence: 'ran',
      differs:
        'The tokens of all rows of a rollout are one mean, so long rollouts do not count for more; divided by the trained rows of the batch (`totals.groups`), not by its rollouts.',
    },
  }),
});
