import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { centredInGroup, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

export const oatPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'oat',
  repository: 'sail-sg/oat',
  version: 'c1a074c32',
  presets: (): FrameworkPresets['presets'] => {
    const centred = { ...centredInGroup, singleton: 'zero' } as const satisfies AdvantageSpec;
    const grpo = {
      ...centred,
      scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-8, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    return {
      grpo: {
        title: 'GRPO',
        source: 'oat/algorithms/ppo.py compute_monte_carlo_advantages, critic_type grpo',
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'Sample std, 1e-8 outside the root.',
        deviates: 'oat gives NaN for a group of one, which has no sample std; here it gets 0.',
        spec: grpo,
      },
      drgrpo: {
        title: 'Dr.GRPO',
        source: 'oat/algorithms/ppo.py compute_monte_carlo_advantages, critic_type drgrpo',
        paper: 'arXiv:2503.20783',
        evidence: 'ran',
        spec: centred,
      },
      ppo: {
        title: 'GAE',
        source: 'oat/algorithms/ppo.py compute_ppo_advantages',
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs: 'Carried over masked tokens; whitened by default.',
        deviates:
          'oat bootstraps from the value of the next token even where it is masked; here from that of the next trained one. It whitens a single trained token to NaN; here that is refused, as is none.',
        spec: {
          level: 'token',
          credit: { kind: 'gae', gamma: 1, lambda: 0.95, masked: 'carry', untrained: 'zero' },
          post: [{ kind: 'whiten', ddof: 1, epsilon: 1e-8, epsilonPlace: 'inside', few: 'refuse' }],
        },
        variants: {
          'whiten_adv=False': {
            level: 'token',
            credit: { kind: 'gae', gamma: 1, lambda: 0.95, masked: 'carry', untrained: 'zero' },
          },
        },
      },
      multiturn: {
        title: 'GAE over turns',
        source: 'oat/algorithms/ppo_multiturn.py compute_advantages',
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs: 'A time step is a turn; nothing is carried over the end of an episode.',
        spec: {
          level: 'token',
          credit: { kind: 'gae', gamma: 1, lambda: 0.95, masked: 'walk' },
        },
        variants: {
          'critic=None': {
            level: 'token',
            credit: { kind: 'discounted-return', gamma: 1, masked: 'walk' },
          },
        },
      },
    };
  },
});
