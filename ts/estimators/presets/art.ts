import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { centredInGroup, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

export const artPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'art',
  repository: 'OpenPipe/ART',
  version: '779559fd0, 2025-06; tokenize.py of 03fd13dc2',
  presets: (): FrameworkPresets['presets'] => {
    const centred = { ...centredInGroup, singleton: 'zero' } as const satisfies AdvantageSpec;
    const grpo = {
      ...centred,
      scale: { ...stdOfGroup, ddof: 0, epsilon: 1e-6, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    return {
      grpo: {
        title: 'GRPO',
        source: 'src/art/preprocessing/tokenize.py tokenize_trajectory_groups',
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs:
          'Population std, 1e-6 outside the root; a group of one gets 0. Trajectories with an advantage of 0 are dropped afterwards, and each weighs 1 over its trained tokens.',
        spec: grpo,
        variants: { 'scale_rewards=False': centred },
      },
    };
  },
});
