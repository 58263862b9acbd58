import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'hgpo/core_hgpo.py';

/** Steps that no other one is compared with, and those of average return, add nothing. */
const centred = {
  baseline: { kind: 'mean', scope: 'group' },
  scale: { kind: 'none' },
  singleton: 'zero',
} as const satisfies AdvantageSpec;

const normalised = {
  ...centred,
  scale: {
    kind: 'std',
    scope: 'group',
    of: 'values',
    ddof: 0,
    epsilon: 1e-6,
    epsilonPlace: 'outside',
  },
} as const satisfies AdvantageSpec;

const hgpo = {
  level: 'step',
  state: { weight: 1, spec: centred, same: 'equal', history: 2 },
} as const satisfies StepSpec;

export const hgpoPresets: FrameworkPresets = {
  framework: 'hgpo',
  repository: 'CazeroZ/hgpo',
  version: 'aa649272e, 2026-01-06',
  presets: {
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
        "mode='mean_std_norm'": { ...hgpo, state: { ...hgpo.state, spec: normalised } },
      },
    },
  },
};
