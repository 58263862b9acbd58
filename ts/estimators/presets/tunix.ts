import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { centredInGroup, leaveOneOut, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'tunix/rl/algo_core.py';

export const tunixPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'tunix',
  repository: 'google/tunix',
  version: 'c7d8950f1',
  presets: (): FrameworkPresets['presets'] => {
    const centred = { ...centredInGroup, singleton: 'zero' } as const satisfies AdvantageSpec;
    const grpo = {
      ...centred,
      scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-6, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    return {
      grpo: {
        title: 'GRPO',
        source: `${SOURCE} compute_advantages`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'Sample std, 1e-6 outside the root.',
        deviates: 'tunix gives NaN for a group of one, which has no sample std; here it gets 0.',
        spec: grpo,
      },
      drgrpo: {
        title: 'Dr.GRPO',
        source: `${SOURCE} compute_drgrpo_advantages`,
        paper: 'arXiv:2503.20783',
        evidence: 'ran',
        spec: centred,
      },
      rloo: {
        title: 'RLOO',
        source: `${SOURCE} compute_rloo_advantages`,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: 'A group of one gets 0.',
        spec: { ...leaveOneOut, singleton: 'zero' },
      },
      gae: {
        title: 'GAE',
        source: `${SOURCE} compute_gae_advantages`,
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs: 'Carried over masked tokens, and always whitened; masked tokens keep numbers.',
        deviates:
          'tunix whitens a single trained token to NaN; here it gets 0, as none does there.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { kind: 'gae', gamma: 1, lambda: 0.95, masked: 'carry' },
          post: [{ kind: 'whiten', ddof: 1, epsilon: 1e-8, epsilonPlace: 'inside', few: 'zero' }],
        },
      },
    };
  },
});
