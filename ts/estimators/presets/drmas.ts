import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import { centredInGroup, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'gigpo/core_gigpo.py';

export const drmasPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'drmas',
  repository: 'langfengQ/DrMAS',
  version: '3b556f2c0, 2025-10-24',
  presets: (): FrameworkPresets['presets'] => {
    const centred = { ...centredInGroup, singleton: 'raw' } as const satisfies AdvantageSpec;
    const normalised = {
      ...centred,
      scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-6, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    /** A trajectory counts once, by its first step; each step has its own reward against that. */
    const rows = { speaks: 'first', applies: 'row' } as const;
    /** A state that was seen once gives nothing, while a group of one trajectory keeps its reward. */
    const gigpo = {
      level: 'step',
      gamma: 0.95,
      trajectory: { ...centred, rows },
      state: { weight: 1, spec: { ...centred, singleton: 'zero' }, same: 'equal', history: 0 },
    } as const satisfies StepSpec;
    return {
      gigpo: {
        title: 'GiGPO',
        source: `${SOURCE} compute_gigpo_outcome_advantage`,
        paper: 'arXiv:2505.10978',
        evidence: 'ran',
        differs:
          'A group of one trajectory keeps its reward; a state that was seen once adds 0. States of different groups are never compared.',
        spec: gigpo,
        variants: {
          'mode=mean_std_norm': {
            ...gigpo,
            trajectory: { ...normalised, rows },
            state: { ...gigpo.state, spec: { ...normalised, singleton: 'zero' } },
          },
        },
      },
      episode_norm_reward: {
        title: 'GRPO over trajectories of several rows',
        source: `${SOURCE} episode_norm_reward`,
        paper: 'arXiv:2505.10978',
        evidence: 'ran',
        differs:
          'The first row of a trajectory enters its group; every row is held against that with its own reward.',
        spec: { ...centred, rows },
        variants: {
          'remove_std=False': { ...normalised, rows },
          'group_by_agent_id=True': centred,
          'remove_std=False, group_by_agent_id=True': normalised,
        },
      },
    };
  },
});
