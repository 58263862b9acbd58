import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const FILE = 'verl/trainer/ppo/core_algos.py';

/** verl's policy losses, with the defaults of its actor config. */
export const verlLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'verl',
  repository: 'verl-project/verl',
  version: '1dda039b9, 2026-08-22',
  presets: () => ({
    vanilla: {
      title: 'PPO with a dual clip',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2, dualClip: 3, maxLogRatio: 20, lengthEpsilon: 1e-8 },
      source: `${FILE} compute_policy_loss_vanilla`,
      evidence: 'ran',
      differs: 'The dual clip is always on, and log ρ is held within ±20.',
    },
    dppo_tv: {
      title: 'DPPO by total variation',
      loss: 'dppo_tv',
      aggregation: 'token-mean',
      options: {
        surrogate: 'held-ratio',
        heldRatioCap: 3,
        maxLogRatio: 20,
        lengthEpsilon: 1e-8,
      },
      source: `${FILE} compute_policy_loss_dppo_tv`,
      evidence: 'ran',
      differs:
        'The ratio is held and at most clip_ratio_c, so the value is −ρ A log π; the thresholds are those of the clip range.',
    },
    dppo_kl: {
      title: 'DPPO by binary KL',
      loss: 'dppo_kl',
      aggregation: 'token-mean',
      options: {
        deltaLow: 0.2,
        deltaHigh: 0.2,
        surrogate: 'held-ratio',
        heldRatioCap: 3,
        maxLogRatio: 20,
        lengthEpsilon: 1e-8,
      },
      source: `${FILE} compute_policy_loss_dppo_kl`,
      evidence: 'ran',
      differs: 'As dppo_tv; its thresholds are those of the clip range, 0.2, unless they are set.',
    },
    gspo: {
      title: 'GSPO-token',
      loss: 'gspo_token',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, epsClipHigh: null, maxLogRatio: 10, lengthEpsilon: 1e-8 },
      source: `${FILE} compute_policy_loss_gspo`,
      evidence: 'ran',
      differs:
        'Aggregated by sequence whatever the config says; the clip range is the config’s, 0.2.',
    },
    sapo: {
      title: 'SAPO',
      loss: 'sapo',
      aggregation: 'seq-mean-token-mean',
      options: { tauPositive: 1, tauNegative: 1.05, maxLogRatio: 20, lengthEpsilon: 1e-8 },
      source: `${FILE} compute_policy_loss_sapo`,
      evidence: 'ran',
      differs: 'Aggregated by sequence whatever the config says.',
    },
    gpg: {
      title: 'GPG',
      loss: 'reinforce',
      aggregation: 'token-mean',
      options: { lengthEpsilon: 1e-8 },
      source: `${FILE} compute_policy_loss_gpg`,
      evidence: 'ran',
    },
    clip_cov: {
      title: 'Clip-Cov',
      loss: 'clip_cov',
      aggregation: 'token-mean',
      options: { covRatio: 0.0002, covLow: 1, covHigh: 5, lengthEpsilon: 1e-8 },
      source: `${FILE} compute_policy_loss_clip_cov`,
      evidence: 'ran',
      differs:
        'Which of the candidates are left out is PyTorch’s choice there, and follows `seed` here.',
    },
    kl_cov: {
      title: 'KL-Cov',
      loss: 'kl_cov',
      aggregation: 'token-mean',
      options: { covRatio: 0.0002, klCoef: 0.1, lengthEpsilon: 1e-8 },
      source: `${FILE} compute_policy_loss_kl_cov`,
      evidence: 'ran',
    },
    geo_mean: {
      title: 'GMPO',
      loss: 'gmpo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, meanEpsilon: 1e-8 },
      source: `${FILE} compute_policy_loss_geo_mean`,
      evidence: 'ran',
      differs:
        'Every row counts, those without a trained token too (`totals.sequences`); rollout weights enter by their geometric mean over the row.',
    },
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2, epsClipHigh: null, maxLogRatio: 20, lengthEpsilon: 1e-8 },
      source: `${FILE} compute_policy_loss_cispo`,
      evidence: 'ran',
      differs: 'Clipped on both sides by the common clip range, 0.2, unless it is set.',
    },
    dro: {
      title: 'DRO',
      loss: 'dro',
      aggregation: 'token-mean',
      options: { lengthEpsilon: 1e-8 },
      source: `${FILE} compute_policy_loss_dro`,
      evidence: 'ran',
      differs: 'dro_beta has no default there, and must be above 0.',
    },
    kl: {
      title: 'KL penalty',
      loss: 'kl',
      aggregation: 'token-mean',
      options: { klType: 'k3', klCap: 10, lengthEpsilon: 1e-8 },
      source: `${FILE} kl_penalty, low_var_kl`,
      evidence: 'ran',
      differs: 'Of k3 alone the estimate is held within ±10, and the distance within ±20.',
    },
  }),
});
