import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { centredInGroup, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'open_instruct/data_loader.py DataPreparationActor._data_preparation_loop';

export const openInstructPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'open-instruct',
  repository: 'allenai/open-instruct',
  version: 'e6c3044aa',
  presets: () => {
    const centred = { ...centredInGroup, singleton: 'member' } as const satisfies AdvantageSpec;
    return {
      centered: {
        title: 'centred in the group',
        source: SOURCE,
        paper: 'arXiv:2503.20783',
        evidence: 'ran',
        differs: 'The default of advantage_normalization_type; a group of one gets 0.',
        spec: centred,
      },
      standard: {
        title: 'GRPO',
        source: SOURCE,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'Population std, 1e-8 outside the root; a group of one gets 0.',
        spec: {
          ...centred,
          scale: { ...stdOfGroup, ddof: 0, epsilon: 1e-8, epsilonPlace: 'outside' },
        },
      },
      gae: {
        title: 'GAE',
        source: 'open_instruct/rl_utils.py calculate_advantages, calculate_advantages_packed',
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs:
          'Every token of a row counts, trained or not, and nothing is whitened. A packed row is cut after each token that ends a sequence and after each token of a query.',
        spec: {
          level: 'token',
          credit: { kind: 'gae', gamma: 1, lambda: 0.95, masked: 'walk' },
        },
      },
    };
  },
});
