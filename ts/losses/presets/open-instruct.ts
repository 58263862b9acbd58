import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const SOURCE = 'open_instruct/grpo_utils.py compute_grpo_loss';

const RHO =
  'Its correction of the sampler (rho) multiplies the policy term: give it as `weights`, or by `tisMode` and `rejects`.';

/** open-instruct's policy losses, with the defaults of its GRPO config. */
export const openInstructLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'open-instruct',
  repository: 'allenai/open-instruct',
  version: 'e6c3044aa, 2026-08-20',
  presets: () => ({
    dapo: {
      title: 'PPO, by token',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2, epsClipHigh: 0.272, klBeta: 0.05, klType: 'k3' },
      source: `${SOURCE}, dapo`,
      evidence: 'ran',
      differs: `The log ratio to the reference is held within ±40. ${RHO}`,
    },
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'token-mean',
      options: { epsClip: 1, epsClipHigh: 0.272, klBeta: 0.05, klType: 'k3' },
      source: `${SOURCE}, cispo`,
      evidence: 'ran',
      differs: `No lower bound of the ratio. ${RHO}`,
    },
  }),
});
