import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const GRPO = 'trl/trainer/grpo_trainer.py GRPOTrainer._compute_loss';

/** TRL's losses, with the defaults of its configs. Rows without a trained token count in means over rows. */
export const trlLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'trl',
  repository: 'huggingface/trl',
  version: 'f2cd57710, 2026-07-24',
  presets: () => ({
    grpo: {
      title: 'GRPO',
      loss: 'ppo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2 },
      source: `${GRPO}, loss_type="grpo"`,
      evidence: 'ran',
      differs: 'Rows without a trained token count (`totals.sequences`).',
    },
    bnpo: {
      title: 'BNPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2 },
      source: `${GRPO}, loss_type="bnpo"`,
      evidence: 'ran',
      differs: 'The mean over the tokens of one micro-batch, and then over micro-batches.',
    },
    dr_grpo: {
      title: 'Dr.GRPO',
      loss: 'ppo',
      aggregation: 'seq-mean-token-sum-norm',
      options: { epsClip: 0.2 },
      source: `${GRPO}, loss_type="dr_grpo"`,
      evidence: 'ran',
      differs:
        'The constant is max_completion_length (`normLength`); rows without a trained token count.',
    },
    dapo: {
      title: 'DAPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2 },
      source: `${GRPO}, loss_type="dapo"`,
      evidence: 'ran',
      differs:
        'The mean over the tokens of the whole step (`totals.tokens`). TRL’s default loss; its clip is 0.2 on both sides, not DAPO’s 0.28 above.',
    },
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'token-mean',
      options: { epsClip: Infinity, epsClipHigh: 4 },
      source: `${GRPO}, loss_type="cispo"`,
      evidence: 'ran',
      differs:
        'Held from above only, and epsilon_high is the ratio itself: 5 there is 4 here. Unset, it is epsilon: ratios of at most 0.2.',
    },
    sapo: {
      title: 'SAPO',
      loss: 'sapo',
      aggregation: 'seq-mean-token-mean',
      options: { tauPositive: 1, tauNegative: 1.05 },
      source: `${GRPO}, loss_type="sapo"`,
      evidence: 'ran',
      differs: 'Rows without a trained token count (`totals.sequences`).',
    },
    luspo: {
      title: 'LUSPO',
      loss: 'luspo',
      aggregation: 'seq-mean-token-sum',
      options: { epsClip: 0.2, epsClipHigh: null },
      source: `${GRPO}, loss_type="luspo", importance_sampling_level="sequence"`,
      evidence: 'ran',
      differs: 'With ratios by token, or a KL term, TRL averages over padding, too.',
    },
    vespo: {
      title: 'VESPO',
      loss: 'vespo',
      aggregation: 'token-mean',
      options: { kPositive: 2, lambdaPositive: 3, kNegative: 3, lambdaNegative: 2, tisCap: 3 },
      source: `${GRPO}, loss_type="vespo"`,
      evidence: 'ran',
      differs:
        'With a sampler of its own `toSampler` is on; TRL then adds the ratios of padding up, too.',
    },
    gspo: {
      title: 'GSPO',
      loss: 'gspo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, epsClipHigh: null },
      source: `${GRPO}, loss_type="grpo", importance_sampling_level="sequence"`,
      evidence: 'ran',
      differs: 'The clip range is the common 0.2, unless it is set.',
    },
    gspo_token: {
      title: 'GSPO-token',
      loss: 'gspo_token',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, epsClipHigh: null },
      source: 'trl/experimental/gspo_token/grpo_trainer.py GRPOTrainer._compute_loss',
      evidence: 'ran',
    },
    gmpo: {
      title: 'GMPO',
      loss: 'gmpo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.4 },
      source: 'trl/experimental/gmpo/gmpo_trainer.py GMPOTrainer._compute_loss',
      evidence: 'ran',
      differs: 'A row without a trained token adds its advantage to the loss there.',
    },
    rloo: {
      title: 'RLOO',
      loss: 'ppo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, ratioLevel: 'product' },
      source: 'trl/trainer/rloo_trainer.py RLOOTrainer._compute_loss',
      evidence: 'ran',
      differs: 'The ratio is that of whole answers. Rows without a trained token count.',
    },
    ppo: {
      title: 'PPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2 },
      source: 'trl/experimental/ppo/ppo_trainer.py PPOTrainer.train',
      evidence: 'ran',
      differs: 'vf_coef times the critic’s loss is added: `valueLoss`.',
    },
    a2po: {
      title: 'A*-PO',
      loss: 'a2po',
      aggregation: 'seq-mean-token-mean',
      options: { beta: 1e-3 },
      source: 'trl/experimental/a2po/a2po_trainer.py A2POTrainer.compute_loss',
      evidence: 'ran',
    },
    up: {
      title: 'UP',
      loss: 'up',
      aggregation: 'token-mean',
      options: { epsClip: 0.2 },
      source: 'trl/experimental/up/up_trainer.py UPTrainer._compute_loss (pull request 6579)',
      evidence: 'read',
      differs:
        'Not merged: read at d8415581b. The mean over the tokens of the whole step (`totals.tokens`), whatever loss_type says; delta is `ratioCap`.',
    },
    sdpo: {
      title: 'SDPO, sampled tokens',
      loss: 'sdpo',
      aggregation: 'seq-mean-token-mean',
      options: { heldRatioCap: 2, maxLogRatio: 20 },
      source:
        'trl/experimental/sdpo/loss_utils.py compute_sampled_token_self_distillation_loss, distillation_mode="sampled_token"',
      evidence: 'read',
      differs:
        'Rows without a teacher of their own count (`totals.sequences`). topk_logits and full_logits compare whole distributions, which tokens do not hold.',
    },
    tpo: {
      title: 'TPO, the contrast',
      loss: 'tpo',
      aggregation: 'group-mean-token-mean',
      options: { contrast: 'sigmoid', beta: 0.01, labelSmoothing: 0 },
      source: 'trl/experimental/tpo/tpo_trainer.py TPOTrainer._compute_loss',
      evidence: 'read',
      differs:
        'tpo_alpha, 1, times `cross_entropy` of the gold answers is added: `mixLosses`. loss_type is `contrast`, tpo_l_gamma `gamma`.',
    },
  }),
});
