import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const SOURCE = 'oat/algorithms/ppo.py learning_step';

/**
 * oat's policy losses, with the defaults of its arguments: a KL term, too, whose beta its recipes set to 0. Every row counts,
 * those that it masks out too.
 */
export const oatLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'oat',
  repository: 'sail-sg/oat',
  version: 'c1a074c32, 2025-10-31',
  presets: () => ({
    grpo: {
      title: 'PPO, sequences alike',
      loss: 'ppo',
      aggregation: 'seq-mean-token-mean',
      options: { epsClip: 0.2, klBeta: 0.1, klType: 'k3' },
      source: `${SOURCE}, critic_type grpo`,
      evidence: 'ran',
      differs: 'Every row counts, those without a loss too (`totals.sequences`).',
    },
    drgrpo: {
      title: 'PPO of Dr.GRPO',
      loss: 'ppo',
      aggregation: 'seq-mean-token-sum-norm',
      options: { epsClip: 0.2, klBeta: 0.1, klType: 'k3' },
      source: `${SOURCE}, critic_type drgrpo`,
      evidence: 'ran',
      differs: '`normLength` is generate_max_length; every row counts (`totals.sequences`).',
    },
    reinforce: {
      title: 'REINFORCE of Dr.GRPO',
      loss: 'reinforce',
      aggregation: 'seq-mean-token-sum-norm',
      options: { klBeta: 0.1, klType: 'k3' },
      source: `${SOURCE}, reinforce_update`,
      evidence: 'ran',
      differs: '`normLength` is generate_max_length; every row counts (`totals.sequences`).',
    },
  }),
});
