import { laidOutLater } from '../../types/laid-out-later.ts';
import { centredInGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

export const verifiersPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'verifiers',
  repository: 'PrimeIntellect-ai/verifiers',
  version: 'a60a606ec, 2026-08-21',
  presets: (): FrameworkPresets['presets'] => ({
    legacy: {
      title: 'Dr.GRPO',
      source: 'verifiers/legacy/rubrics/rubric.py Rubric.score_group',
      paper: 'arXiv:2503.20783',
      evidence: 'ran',
      differs:
        'The only estimator there: the weighted sum of the reward functions, less the mean of the group. A step that has an advantage already keeps it.',
      spec: { columns: { combine: 'sum' }, ...centredInGroup, singleton: 'zero' },
    },
  }),
});
