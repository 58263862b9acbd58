import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const FILE = 'skyrl/backends/skyrl_train/utils/ppo_utils.py';

/** SkyRL's losses. They are sums: `apply_loss_reduction_to_advantages_minibatch` scales the advantages beforehand. */
export const skyrlLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'skyrl',
  repository: 'NovaSky-AI/SkyRL',
  version: 'a9564572e, 2026-08-21',
  presets: () => ({
    regular: {
      title: 'PPO',
      loss: 'ppo',
      aggregation: 'token-sum',
      options: { epsClip: 0.2, maxLogRatio: 20 },
      source: `${FILE} ppo_policy_loss`,
      evidence: 'ran',
    },
    dual_clip: {
      title: 'PPO with a dual clip',
      loss: 'ppo',
      aggregation: 'token-sum',
      options: { epsClip: 0.2, dualClip: 3, maxLogRatio: 20 },
      source: `${FILE} ppo_policy_loss`,
      evidence: 'ran',
    },
    gspo: {
      title: 'GSPO-token',
      loss: 'gspo_token',
      aggregation: 'token-sum',
      options: { epsClip: 0.2, epsClipHigh: null, maxLogRatio: 10 },
      source: `${FILE} gspo_policy_loss`,
      evidence: 'ran',
      differs: 'The clip range is the common 0.2, unless it is set.',
    },
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'token-sum',
      options: { epsClip: 1, epsClipHigh: 4, maxLogRatio: 20 },
      source: `${FILE} compute_policy_loss_cispo`,
      evidence: 'ran',
      differs:
        'Ratios up to 5; cispo_anchor="rollout" is `ratioTo: "rollout"`, and then refuses TIS.',
    },
    rollout_is: {
      title: 'Calibrated policy gradient',
      loss: 'cispo',
      aggregation: 'token-sum',
      options: {
        epsClip: 0.2,
        epsClipHigh: null,
        beyond: 'zero',
        ratioTo: 'rollout',
        maxLogRatio: 20,
      },
      source: `${FILE} rollout_is_policy_loss`,
      evidence: 'ran',
      differs: 'Tokens out of the range count 0, where CISPO holds their ratio.',
    },
    clip_cov: {
      title: 'Clip-Cov',
      loss: 'clip_cov',
      aggregation: 'token-sum',
      options: { covRatio: 0.0002, covLow: 1, covHigh: 5 },
      source: `${FILE} compute_policy_loss_clip_cov`,
      evidence: 'ran',
      differs:
        'Which of the candidates are left out is PyTorch’s choice there, and follows `seed` here.',
    },
    kl_cov: {
      title: 'KL-Cov',
      loss: 'kl_cov',
      aggregation: 'token-sum',
      options: { covRatio: 0.2, klCoef: 1 },
      source: `${FILE} compute_policy_loss_kl_cov`,
      evidence: 'ran',
    },
    sapo: {
      title: 'SAPO',
      loss: 'sapo',
      aggregation: 'token-sum',
      options: { tauPositive: 1, tauNegative: 1.05, maxLogRatio: 20 },
      source: `${FILE} sapo_policy_loss`,
      evidence: 'ran',
    },
    cross_entropy: {
      title: 'cross-entropy',
      loss: 'cross_entropy',
      aggregation: 'token-sum',
      source: `${FILE} cross_entropy_loss`,
      evidence: 'ran',
    },
    importance_sampling: {
      title: 'importance sampling',
      loss: 'importance_sampling',
      aggregation: 'token-sum',
      source: `${FILE} importance_sampling_loss`,
      evidence: 'ran',
    },
    dppo_tv: {
      title: 'DPPO by total variation',
      loss: 'dppo_tv',
      aggregation: 'token-sum',
      options: { ratioTo: 'rollout', maxLogRatio: 20 },
      source: `${FILE} dppo_policy_loss, dppo_type="binary_tv"`,
      evidence: 'ran',
      differs: 'Falls back on π_old where the sampler gave no log-probabilities.',
    },
    dppo_kl: {
      title: 'DPPO by binary KL',
      loss: 'dppo_kl',
      aggregation: 'token-sum',
      options: { deltaLow: 0.2, deltaHigh: 0.2, ratioTo: 'rollout', maxLogRatio: 20 },
      source: `${FILE} dppo_policy_loss, dppo_type="binary_kl"`,
      evidence: 'ran',
      differs: 'Falls back on π_old where the sampler gave no log-probabilities.',
    },
  }),
});
