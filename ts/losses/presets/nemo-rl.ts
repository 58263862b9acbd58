import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const SOURCE = 'nemo_rl/algorithms/loss/loss_functions.py ClippedPGLossFn';

/** NeMo RL's losses: one class, of which settings make others. Sums are divided by counts of the whole step + 1e-8. */
export const nemoRlLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'nemo-rl',
  repository: 'NVIDIA-NeMo/RL',
  version: '7ea279abf, 2026-08-22',
  presets: () => ({
    clipped_pg: {
      title: 'clipped policy gradient',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2, klCap: 10, klRatio: 'score', lengthEpsilon: 1e-8 },
      source: SOURCE,
      evidence: 'ran',
      differs:
        'The KL term has the slope of a ratio to the policy itself, so that its gradient is that of the KL; with use_on_policy_kl_approximation the ratio is that to the sampler (`klRatio: "rollout"`).',
    },
    gspo: {
      title: 'GSPO',
      loss: 'gspo',
      aggregation: 'seq-mean-token-mean',
      options: {
        epsClip: 0.2,
        epsClipHigh: null,
        klCap: 10,
        klRatio: 'score',
        lengthEpsilon: 1e-8,
      },
      source: `${SOURCE}, sequence_level_importance_ratios=True`,
      evidence: 'ran',
      differs: 'Refused together with token_level_loss; the mean of log ρ divides by n + 1e-8.',
    },
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'token-mean',
      options: { epsClip: 1, epsClipHigh: 4, klCap: 10, klRatio: 'score' },
      source: `${SOURCE}, use_cispo=True`,
      evidence: 'ran',
      differs:
        'Refused together with a dual clip, with sequence ratios and without token_level_loss.',
    },
    reinforce: {
      title: 'REINFORCE',
      loss: 'reinforce',
      aggregation: 'token-mean',
      options: { klCap: 10, klRatio: 'score', lengthEpsilon: 1e-8 },
      source: `${SOURCE}, disable_ppo_ratio=True`,
      evidence: 'ran',
    },
  }),
});
