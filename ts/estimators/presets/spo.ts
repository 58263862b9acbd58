import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'spo/spo_ray_trainer.py RayPPOTrainer.fit';

export const spoPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'spo',
  repository: 'verl-project/verl-recipe',
  version: '48ea0a797',
  presets: (): FrameworkPresets['presets'] => ({
    spo: {
      title: 'SPO',
      source: SOURCE,
      paper: 'arXiv:2509.13232',
      evidence: 'ran',
      differs:
        'No group: the baseline is what a Beta tracker of the prompt remembers, as it was before the call; then all advantages are whitened, each trajectory counting once. Keys are prompts.',
      deviates: 'A batch of one is NaN there; here it is 0.',
      spec: {
        baseline: {
          kind: 'tracker',
          tracker: { kind: 'beta', forget: 0.96, prior: { a: 0.5, b: 0.5 } },
        },
        scale: { kind: 'none' },
        singleton: 'member',
        missing: 'refuse',
        post: [
          {
            kind: 'whiten',
            recentre: true,
            ddof: 1,
            epsilon: 1e-8,
            epsilonPlace: 'outside',
            tooFew: 'zero',
          },
        ],
      },
    },
  }),
});
