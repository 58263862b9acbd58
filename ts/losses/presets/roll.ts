import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const WORKER = 'roll/pipeline/agentic/agentic_actor_pg_worker.py';

/** ROLL's policy gradients (`pg_variant`) and its aggregation. Its token mean does not mask the numerator. */
export const rollLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'roll',
  repository: 'alibaba/ROLL',
  version: '8eb27cc2, 2026-08-18',
  presets: () => ({
    vanilla: {
      title: 'REINFORCE',
      loss: 'reinforce',
      aggregation: 'seq-mean-token-mean',
      source: `${WORKER} _compute_vanilla_pg_loss`,
      evidence: 'read',
    },
    ppo: {
      title: 'PPO',
      loss: 'ppo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2 },
      source: `${WORKER} _compute_ppo_loss`,
      evidence: 'read',
      differs: 'dual_clip_loss bounds at 1 + 2 pg_clip.',
    },
    tis: {
      title: 'truncated importance sampling',
      loss: 'cispo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 1, epsClipHigh: 0 },
      source: `${WORKER} _compute_tis_loss`,
      evidence: 'read',
      differs: 'CISPO with ratios from 0 to 1.',
    },
    topr: {
      title: 'TOPR',
      loss: 'topr',
      aggregation: 'seq-mean-token-mean',
      source: `${WORKER} _compute_topr_loss`,
      evidence: 'read',
      differs:
        'Good and bad are told apart by the sign of the episode’s score, not of the advantage.',
    },
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.1, epsClipHigh: 0.1 },
      source: `${WORKER} _compute_cispo_loss`,
      evidence: 'read',
    },
    kimi15: {
      title: 'Kimi k1.5',
      loss: 'dro',
      aggregation: 'seq-mean-token-mean',
      options: { droBeta: 0.1 },
      source: `${WORKER} _compute_kimi15_loss`,
      evidence: 'read',
      differs:
        'The policy gradient with a squared log ratio (arXiv:2501.12599): DRO by another name.',
    },
  }),
});
