import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { TokenStep } from '../token/token-spec.ts';
import { centredInGroup, leaveOneOut, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'skyrl/backends/skyrl_train/utils/ppo_utils.py';

export const skyrlPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'skyrl',
  repository: 'NovaSky-AI/SkyRL',
  version: 'a9564572e, 2026-08-21',
  presets: (): FrameworkPresets['presets'] => {
    const centred = { ...centredInGroup, singleton: 'raw' } as const satisfies AdvantageSpec;
    const statistics = { ddof: 1, epsilon: 1e-8, epsilonPlace: 'inside' } as const;
    const whiten = { kind: 'whiten', ...statistics, few: 'refuse' } as const satisfies TokenStep;
    return {
      grpo: {
        title: 'GRPO',
        source: `${SOURCE} compute_grpo_outcome_advantage`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'As verl/grpo.',
        spec: {
          ...centred,
          scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-6, epsilonPlace: 'outside' },
        },
        variants: { 'grpo_norm_by_std=False': centred },
      },
      rloo: {
        title: 'RLOO',
        source: `${SOURCE} compute_rloo_outcome_advantage`,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: 'A group of one gets 0.',
        spec: { ...leaveOneOut, singleton: 'zero' },
      },
      loop: {
        title: 'LOOP',
        source:
          'skyrl-agent/skyrl_agent/integrations/skyrl_train/trainer.py compute_advantages_and_returns_loop',
        paper: 'arXiv:2502.01600',
        evidence: 'ran',
        differs: 'A group of one keeps its reward, where skyrl/rloo gives 0.',
        spec: { ...leaveOneOut, singleton: 'raw' },
      },
      maxrl: {
        title: 'MaxRL',
        source: `${SOURCE} compute_maxrl_advantage`,
        paper: 'arXiv:2602.02710',
        evidence: 'ran',
        differs: 'Divided by mean + 1e-6, whatever its sign; a group of one keeps its reward.',
        spec: { ...centred, scale: { kind: 'mean', epsilon: 1e-6 } },
      },
      'reinforce++': {
        title: 'REINFORCE++',
        source: `${SOURCE} compute_reinforce_plus_plus_outcome_advantage`,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs: 'A masked token ends the return: of several turns only the last gets credit.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { kind: 'discounted-return', gamma: 1, masked: 'reset' },
          post: [whiten, { kind: 'mask' }],
        },
      },
      gae: {
        title: 'GAE',
        source: `${SOURCE} compute_gae_advantage_return`,
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs: 'Masked tokens are steps like the others and keep numbers; always whitened.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { kind: 'gae', gamma: 1, lambda: 1, masked: 'walk' },
          post: [whiten],
        },
      },
    };
  },
});
