import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const SOURCE = 'slime/backends/megatron_utils/loss.py policy_loss_function';

/**
 * slime's losses. Its own is the sum over samples of their means, which it divides by the global batch: with
 * `totals.sequences` that batch. Samples of one rollout share a mean where they are one of the batch's `groups`.
 */
export const slimeLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'slime',
  repository: 'THUDM/slime',
  version: '624b824a8, 2026-08-21',
  presets: () => ({
    grpo: {
      title: 'PPO, as GRPO and PPO have it',
      loss: 'ppo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, epsClipHigh: null },
      source: `${SOURCE}, advantage_estimator="grpo"`,
      evidence: 'ran',
      differs: 'The dual clip, eps_clip_c, is off.',
    },
    rollout_mean: {
      title: 'PPO, with the mean over the tokens of a rollout',
      loss: 'ppo',
      aggregation: 'group-mean-token-mean',
      groups: 'rollout',
      options: { epsClip: 0.2, epsClipHigh: null },
      source: `${SOURCE}, rollout_mask_sums`,
      evidence: 'ran',
      differs: 'All samples of a rollout are divided by its number of trained tokens.',
    },
    per_token: {
      title: 'PPO, summed over tokens',
      loss: 'ppo',
      aggregation: 'token-sum',
      options: { epsClip: 0.2, epsClipHigh: null },
      source: `${SOURCE}, calculate_per_token_loss=True`,
      evidence: 'ran',
      differs: 'Divided by the tokens of the global batch elsewhere.',
    },
    gspo: {
      title: 'GSPO',
      loss: 'gspo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, epsClipHigh: null },
      source: `${SOURCE}, advantage_estimator="gspo"`,
      evidence: 'ran',
    },
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, epsClipHigh: null },
      source: `${SOURCE}, advantage_estimator="cispo"`,
      evidence: 'ran',
      differs:
        'Its default range is the common one, 0.2 to both sides; it advises eps_clip 1 and an eps_clip_high such as 4.',
    },
    opsm: {
      title: 'PPO without sequences of negative advantage that have moved far',
      loss: 'ppo',
      aggregation: 'seq-mean-token-mean',
      options: {
        epsClip: 0.2,
        epsClipHigh: null,
        rejects: [
          {
            of: 'ratio',
            by: 'sequence',
            between: 'current/old',
            low: Math.exp(-1e-4),
            negativeOnly: true,
          },
        ],
      },
      source: `${SOURCE}, use_opsm=True`,
      evidence: 'ran',
      differs:
        'Off-policy sequence masking to the policy before the step, where DeepSeek-V3.2 has the sampler; opsm_delta is 1e-4.',
    },
  }),
});
