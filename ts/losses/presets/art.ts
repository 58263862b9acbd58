import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const FILE = 'src/art/loss.py loss_fn';

const WEIGHTS =
  'Each token counts by the weight of its trajectory, policy and KL term alike: an aggregation of yours.';

/** ART's policy losses. */
export const artLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'art',
  repository: 'OpenPipe/ART',
  version: '13d6b609',
  presets: () => ({
    cispo: {
      title: 'CISPO',
      loss: 'cispo',
      aggregation: 'token-mean',
      options: { epsClip: 1, epsClipHigh: 4 },
      source: FILE,
      evidence: 'ran',
      differs: `No lower bound of the ratio, and 5 as upper one. ${WEIGHTS}`,
    },
    ppo: {
      title: 'PPO',
      loss: 'ppo',
      aggregation: 'token-mean',
      options: { epsClip: 0.2 },
      source: `${FILE}, ppo`,
      evidence: 'ran',
      differs: WEIGHTS,
    },
  }),
});
