import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import { centredInGroup, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'hgpo/core_hgpo.py';

export const hgpoPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'hgpo',
  repository: 'CazeroZ/hgpo',
  version: 'aa649272e, 2026-01-06',
  presets: (): FrameworkPresets['presets'] => {
    /** Steps that no other one is compared with, and those of average return, add nothing. */
    const centred = { ...centredInGroup, singleton: 'zero' } as const satisfies AdvantageSpec;
    const normalised = {
      ...centred,
      scale: { ...stdOfGroup, ddof: 0, epsilon: 1e-6, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    const centredEpisode = { ...centredInGroup, singleton: 'raw' } as const satisfies AdvantageSpec;
    const episode = {
      ...centredEpisode,
      scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-6, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    /** A trajectory counts once, by its first row; each row has its own reward against that. */
    const rows = { speaks: 'first', applies: 'row' } as const;
    const hgpo = {
      level: 'step',
      gamma: 0.95,
      state: { weight: 1, spec: centred, same: 'equal', history: 2 },
    } as const satisfies StepSpec;
    return {
      hgpo: {
        title: 'HGPO',
        source: `${SOURCE} compute_hgpo_outcome_advantage`,
        evidence: 'ran',
        differs:
          'Compares a step with those in the same state, and again with those that share the one or two states before it too; what was shared longer weighs more.',
        deviates:
          'Where a state occurs once, hgpo fails or gives 0 to the step that it looked at last; here the step in that state gets 0.',
        spec: hgpo,
        variants: {
          'mode=mean_std_norm': { ...hgpo, state: { ...hgpo.state, spec: normalised } },
        },
      },
      episode_norm_reward: {
        title: 'GRPO over every row of every trajectory',
        source: `${SOURCE} episode_norm_reward`,
        evidence: 'ran',
        differs:
          'Each row enters its group, so that long trajectories weigh more; a group of one row keeps its reward. It centres only.',
        spec: centredEpisode,
        variants: {
          'remove_std=False': episode,
          'compute_mean_std_cross_all_data=False': { ...centredEpisode, rows },
          'remove_std=False, compute_mean_std_cross_all_data=False': { ...episode, rows },
        },
      },
    };
  },
});
