import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const SOURCE = 'swift/rlhf_trainers/grpo_trainer.py GRPOTrainer._compute_loss';

/**
 * ms-swift's losses. Rows without a trained token count in means over rows; its correction of the sampler multiplies the KL
 * term, too, and what its off-policy mask leaves out is not counted.
 */
export const msSwiftLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'ms-swift',
  repository: 'modelscope/ms-swift',
  version: '3602360a5, 2026-08-22',
  presets: () => ({
    grpo: {
      title: 'GRPO',
      loss: 'ppo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2 },
      source: `${SOURCE}, loss_type="grpo"`,
      evidence: 'read',
      differs: 'Rows without a trained token count (`totals.sequences`).',
    },
    bnpo: {
      title: 'BNPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2 },
      source: `${SOURCE}, loss_type="bnpo"`,
      evidence: 'read',
    },
    dr_grpo: {
      title: 'Dr.GRPO',
      loss: 'ppo',
      aggregation: 'seq-mean-token-sum-norm',
      options: { epsClip: 0.2 },
      source: `${SOURCE}, loss_type="dr_grpo"`,
      evidence: 'read',
      differs: 'The constant is max_completion_length (`normLength`).',
    },
    dapo: {
      title: 'DAPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2 },
      source: `${SOURCE}, loss_type="dapo"`,
      evidence: 'read',
      differs: 'The mean over the tokens of the whole step (`totals.tokens`).',
    },
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'token-mean',
      options: { epsClip: Infinity, epsClipHigh: 4 },
      source: `${SOURCE}, loss_type="cispo"`,
      evidence: 'read',
      differs:
        'Held from above only, and epsilon_high is the ratio itself: 5 there is 4 here. Unset, it is epsilon: ratios of at most 0.2.',
    },
    sapo: {
      title: 'SAPO',
      loss: 'sapo',
      aggregation: 'seq-mean-token-mean',
      options: { tauPositive: 1, tauNegative: 1.05 },
      source: `${SOURCE}, loss_type="sapo"`,
      evidence: 'read',
    },
    fipo: {
      title: 'FIPO',
      loss: 'fipo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2, halfLife: 32, weightRange: 0.2, highOnly: true, safetyRatio: 4 },
      source: `${SOURCE}, loss_type="fipo"`,
      evidence: 'read',
      differs: 'The mean over the tokens of the whole step (`totals.tokens`).',
    },
    real: {
      title: 'REAL',
      loss: 'real',
      aggregation: 'group-mean-token-mean',
      options: { temperature: 0.5 },
      source: `${SOURCE}, loss_type="real"`,
      evidence: 'read',
      differs:
        'The KL term is a mean over tokens there, and aggregated as the loss here; a row without a trained token is one of the bad ones there, and none here.',
    },
    chord_sft: {
      title: 'CHORD-φ',
      loss: 'chord',
      aggregation: 'token-mean',
      source: 'swift/rlhf_trainers/utils.py compute_chord_loss',
      evidence: 'read',
      differs: 'μ of it and 1 − μ of the policy loss are added up: `mixLosses`.',
    },
    sdar: {
      title: 'SDAR',
      loss: 'sdar',
      aggregation: 'token-mean',
      options: { gateBeta: 5 },
      source: 'swift/rl_core/advantage.py compute_sdar_loss',
      evidence: 'ran',
      differs: 'Rows without a trained token count in means over rows (`totals.sequences`).',
    },
  }),
});
